/** Words before a roman numeral that is read as a cardinal. */
export const NUMBERED_THINGS: ReadonlySet<string> = new Set(
  (
    'chapter part act scene volume vol book section article phase type class grade level title stage war bowl appendix figure table episode season fantasy ' +
    'rocky unit lesson exhibit annex schedule group division category stage mark mk round game games apollo saturn symphony sonata quest souls wrestlemania olympiad chapters parts acts books ch fig sec'
  ).split(' '),
)

/** Names of rulers and popes: the numeral after them is an ordinal. */
export const REGNAL_NAMES: ReadonlySet<string> = new Set(
  (
    'louis henry elizabeth charles george edward richard james william mary john paul benedict francis pius leo philip alexander catherine napoleon frederick ' +
    'ivan nicholas otto peter ferdinand gregory innocent clement urban boniface albert christian gustav haakon harald olav ramesses ramses thutmose amenhotep ptolemy cyrus darius xerxes ' +
    'constantine theodosius justinian leopold wilhelm franz joseph maximilian alfonso juan carlos felipe margaret robert david  stephen anne victoria abdullah hussein mehmed selim murad'
  ).split(' '),
)
