import { wordSet } from '../../language/word-set.ts'
import { spellCardinal } from '../numbers/spell-number.ts'

/** A unit in the singular and the plural. */
export type Unit = { readonly one: string; readonly many: string }

/** Units that take prefixes: written form, the prefixes in use, spoken form (`one/many` if irregular). `_` is a space. */
const PREFIXED =
  'm:kcmμun=meter g:kmμun=gram l:mcdμh=liter L:mcdμh=liter s:mμun=second V:kmMμ=volt W:kMGTmμ=watt A:mkμ=amp J:kMm=joule N:kmM=newton ' +
  'Pa:hkMG=pascal Hz:kMGT=hertz/hertz B:kKMGTP=byte bit:kMG=bit b:kKMG=bit Wh:kMGT=watt_hour eV:kMGT=electron_volt mol:mμn=mole cal:k=calorie ' +
  'Ω:kMm=ohm bar:m=bar/bar Ah:m=amp_hour bps:kKMGT=bit_per_second/bits_per_second Sv:mμ=sievert mHg:m=meter_of_mercury/meters_of_mercury'
const PREFIXES: Readonly<Record<string, string>> = {
  k: 'kilo',
  K: 'kilo',
  M: 'mega',
  G: 'giga',
  T: 'tera',
  P: 'peta',
  h: 'hecto',
  d: 'deci',
  c: 'centi',
  m: 'milli',
  μ: 'micro',
  u: 'micro',
  n: 'nano',
}

/** Units without prefixes: written form, then the spoken one, `one/many` if the plural is irregular. */
const PLAIN =
  'mi=mile yd=yard yds=yard ft=foot/feet in=inch/inches inch=inch/inches foot=foot/feet mile=mile yard=yard meter=meter mcg=microgram t=metric_ton lb=pound lbs=pound oz=ounce st=stone/stone #=pound ' +
  'gal=gallon gals=gallon qt=quart qts=quart pt=pint tsp=teaspoon tbsp=tablespoon Tbsp=tablespoon tbs=tablespoon cup=cup fl_oz=fluid_ounce ' +
  'h=hour hr=hour hrs=hour min=minute mins=minute sec=second secs=second yr=year yrs=year wk=week wks=week mo=month mos=month ' +
  'kph=kilometer_per_hour/kilometers_per_hour kmh=kilometer_per_hour/kilometers_per_hour mph=mile_per_hour/miles_per_hour ' +
  'fps=frame_per_second/frames_per_second rpm=R_P_M/R_P_M bpm=beat_per_minute/beats_per_minute mpg=mile_per_gallon/miles_per_gallon dpi=dot_per_inch/dots_per_inch ' +
  'pcs=piece ltr=liter ltrs=liter bp=basis_point nt=night nts=night req=request reqs=request Cal=calorie pk=pack/pack pks=pack ga=gauge/gauge bbl=barrel/barrels ppm=part_per_million/parts_per_million ppb=part_per_billion/parts_per_billion bps=basis_point hp=horsepower/horsepower psi=P_S_I/P_S_I dB=decibel lm=lumen lx=lux/lux Nm=newton_meter ' +
  "GiB=gibibyte MiB=mebibyte KiB=kibibyte TiB=tebibyte px=pixel pt=point pts=point MP=megapixel ha=hectare ac=acre sqft=square_foot/square_feet sqm=square_meter sqmi=square_mile sqkm=square_kilometer sqyd=square_yard sqin=square_inch/square_inches atm=atmosphere BR=bedroom/bedroom BA=bath/bath bd=bed/bed ba=bath/bath cap=capsule caps=capsule tab=tablet tabs=tablet BTU=B_T_U/B_T_U's IU=I_U/I_U mIU=milli_I_U/milli_I_U μIU=micro_I_U/micro_I_U kgs=kilogram " +
  '°C=degree_celsius/degrees_celsius °F=degree_fahrenheit/degrees_fahrenheit °K=degree_kelvin/degrees_kelvin °=degree °N=degree_north/degrees_north °S=degree_south/degrees_south °E=degree_east/degrees_east °W=degree_west/degrees_west ' +
  'CFU=C_F_U/C_F_U NTU=N_T_U/N_T_U μF=microfarad nF=nanofarad pF=picofarad mF=millifarad inHg=inch_of_mercury/inches_of_mercury ppi=pixel_per_inch/pixels_per_inch dBm=D_B_M/D_B_M CFM=C_F_M/C_F_M rps=request_per_second/requests_per_second kt=knot kts=knot kn=knot ly=light_year pc=parsec SF=square_foot/square_feet lb-ft=pound_foot/pound_feet ft-lb=foot_pound ft-lbs=foot_pound in-lb=inch_pound Mi=mebibyte Gi=gibibyte ' +
  'K/μL=thousand_per_microliter/thousand_per_microliter mEq=milliequivalent cc=C_C/C_C %=percent/percent ‰=per_mille/per_mille ′=foot/feet ″=inch/inches "=inch/inches \'=foot/feet'

/** Units of length that are squared and cubed. */
const RAISED = /^(m|km|cm|mm|ft|in|mi|yd)(?:\^?([23])|([²³]))$/
const RAISED_BY_FIGURE = /^(?:m|km|cm|mm|mi)[23]$/

function unitOf(spoken: string, prefix = ''): Unit {
  const [one = '', many = `${one}s`] = spoken.replaceAll('_', ' ').split(/\/(?=[a-zA-Z])/)
  return { one: prefix + one, many: prefix + many }
}

function readTables(): ReadonlyMap<string, Unit> {
  const units = new Map<string, Unit>()
  for (const entry of PREFIXED.split(' ')) {
    const [, written = '', prefixes = '', spoken = ''] = /^(.+?):(.*?)=(.+)$/.exec(entry) ?? []
    units.set(written, unitOf(spoken))
    for (const prefix of prefixes) units.set(prefix + written, unitOf(spoken, PREFIXES[prefix]))
  }
  for (const entry of PLAIN.split(' ')) {
    const cut = entry.indexOf('=', 1)
    units.set(entry.slice(0, cut), unitOf(entry.slice(cut + 1)))
  }
  return units
}

/** Units by their written form; case counts (`mW`, `MW`). */
export const UNITS: ReadonlyMap<string, Unit> = readTables()

/** Written forms that are everyday words or letters and need more than a number before them. */
export const AMBIGUOUS_UNITS = wordSet(
  'in st a A t h s m l g V N J W B L b SF ly pc Mi Gi bar kn bit cup cap caps tab tabs pt ac mile foot yard meter mol cal Cal',
)

/** Units that people write in any case, by their lower-case form: `KM`, `Mbps`, `ghz`. */
const ANY_CASE: ReadonlyMap<string, string> = new Map(
  (
    'km mi kg cm mm ml mg mcg kWh kW GHz MHz kHz Hz Mbps Gbps kbps GB MB TB KB mAh dB mmHg mmol psi rpm mph kph kmh lb lbs oz ft yd yds gal qt tsp tbsp ' +
    'hr hrs min mins secs yr yrs wk wks mos fps bpm ppm mpg sqft kcal gals qts'
  )
    .split(' ')
    .map((unit) => [unit.toLowerCase(), unit] as const),
)

/** The unit of a written form; powers and `per` are taken apart (`m³`, `km/h`, `mg/kg/day`). Undefined if it is none. */
export function findUnit(written: string): Unit | undefined {
  if (!/[./]/.test(written)) return findSimple(written)
  const bare = written.replace(/\.(?=\/|$)/g, '')
  const known = findSimple(bare)
  if (known !== undefined) return known
  const [over = '', ...unders] = bare.split('/')
  const [, count, hyphen, bottom = ''] = /^(\d{1,4})(-?)([a-zA-Zμ]{1,3})$/.exec(unders[0] ?? '') ?? []
  if (count !== undefined && unders.length === 1)
    return perCount(findSimple(over), count, hyphen === '' ? findSimple(bottom)?.many : findSimple(bottom)?.one)
  const top = findSimple(over)
  if (top === undefined || unders.length === 0 || unders.length > 2) return undefined
  const bottoms = unders.map((under) =>
    under === 's²' || under === 's2' ? SECOND_SQUARED : (findSimple(under) ?? PER.get(under) ?? perThing(over, under)),
  )
  if (bottoms.includes(undefined)) return undefined
  const rate = bottoms.map((bottom) => ` per ${bottom!.one}`).join('')
  return { one: top.one + rate, many: top.many + rate }
}

function findSimple(written: string): Unit | undefined {
  return (
    UNITS.get(written) ??
    findRaised(written) ??
    (/[A-Z]s$/.test(written) ? undefined : UNITS.get(ANY_CASE.get(written.toLowerCase()) ?? ''))
  )
}

/** `m²`, `ft^3`, `km2`: square and cubic units. */
function findRaised(written: string): Unit | undefined {
  if (!/[23²³]$/.test(written)) return undefined
  const [, base = '', figure, sign] = RAISED.exec(written) ?? []
  const unit = UNITS.get(base)
  if (unit === undefined || (figure !== undefined && !written.includes('^') && !RAISED_BY_FIGURE.test(written)))
    return undefined
  const shape = figure === '2' || sign === '²' ? 'square' : 'cubic'
  return { one: `${shape} ${unit.one}`, many: `${shape} ${unit.many}` }
}

/** `L/100km`, `mg/5mL`, the `L/25-kg` of a bag: an amount per several units. */
function perCount(top: Unit | undefined, count: string, bottom: string | undefined): Unit | undefined {
  if (top === undefined || bottom === undefined) return undefined
  const rate = ` per ${spellCardinal(count, 'en_US')} ${bottom}`
  return { one: top.one + rate, many: top.many + rate }
}

/** `MB/file`, `mg/tablet`: what a clear unit is counted by. */
function perThing(over: string, under: string): Unit | undefined {
  return !AMBIGUOUS_UNITS.has(over) && /^(?!and$|or$|gas$|fan$|not$|non$|off$|out$|in$)[a-z]{3,}$/.test(under)
    ? named(under)
    : undefined
}

const named = (word: string): Unit => ({ one: word, many: `${word}s` })
const SECOND_SQUARED = named('second squared')
const PER: ReadonlyMap<string, Unit> = new Map(
  (
    'bbl=barrel svg=serving d=day day w=week week month y=year year hour minute second person night gallon liter unit=unit piece=piece ea=each dose=dose serving capita side set room head box case bag bottle nt=night pp=person pers=person word page share seat ticket user device class visit car student child adult plate slice item wk=week mo=month yr=year hr=hour team game order sheet roll can jar rep lap ' +
    'mL=milliliter dL=deciliter lb=pound'
  )
    .split(' ')
    .map((entry) => entry.split('='))
    .map(([written, word = written]) => [written!, named(word!.replaceAll('_', ' '))] as const),
)

/** Abbreviated things behind a slash only: `$285/qtr.`, `$18/btl`. */
const SHORT_THINGS: ReadonlyMap<string, string> = new Map(
  'rm=room qtr=quarter btl=bottle sh=share appt=appointment pkg=package pkt=packet apt=apartment doz=dozen dz=dozen tkt=ticket wknd=weekend mth=month ct=carat tx=transaction txn=transaction veh=vehicle emp=employee cust=customer sess=session hd=head cs=case bu=bushel'
    .split(' ')
    .map((entry) => entry.split('=') as [string, string]),
)

/** What an amount or a plural is counted by behind a slash: `hour` in `$5/hr`, `square kilometer` in `people/km2`. */
export function findPer(written: string): string | undefined {
  return (
    (PER.get(written) ?? (/^[a-z]/i.test(written) ? findSimple(written) : undefined))?.one ?? SHORT_THINGS.get(written)
  )
}
