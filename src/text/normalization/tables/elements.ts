/** Symbols of elements by their English names. */
export const ELEMENT_NAMES: ReadonlyMap<string, string> = new Map(
  (
    'gold=Au silver=Ag iron=Fe sodium=Na lead=Pb mercury=Hg copper=Cu tin=Sn helium=He neon=Ne calcium=Ca lithium=Li beryllium=Be argon=Ar arsenic=As astatine=At barium=Ba bismuth=Bi chlorine=Cl cobalt=Co chromium=Cr caesium=Cs cesium=Cs gallium=Ga germanium=Ge indium=In iridium=Ir lanthanum=La magnesium=Mg manganese=Mn molybdenum=Mo nickel=Ni osmium=Os palladium=Pd platinum=Pt polonium=Po radium=Ra radon=Rn selenium=Se silicon=Si titanium=Ti thorium=Th zinc=Zn aluminum=Al aluminium=Al antimony=Sb bromine=Br tantalum=Ta ' +
    'vanadium=V tungsten=W uranium=U thallium=Tl cerium=Ce ruthenium=Ru rhodium=Rh rhenium=Re cadmium=Cd zirconium=Zr niobium=Nb europium=Eu ytterbium=Yb samarium=Sm neodymium=Nd plutonium=Pu xenon=Xe nitrogen=N phosphorus=P sulfur=S sulphur=S iodine=I potassium=K'
  )
    .split(' ')
    .map((entry) => entry.split('=') as [string, string]),
)

export const ELEMENT_SYMBOLS: ReadonlySet<string> = new Set(ELEMENT_NAMES.values())
