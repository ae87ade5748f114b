/** Words before a roman numeral that is read as a cardinal. */
export const NUMBERED_THINGS: ReadonlySet<string> = new Set(
  (
    'ww chapter part act scene volume vol book section article phase type class grade level title stage war bowl appendix figure table episode season fantasy ' +
    'rocky unit lesson exhibit annex schedule group division category stage mark mk round game games apollo saturn symphony sonata quest souls wrestlemania olympiad chapters parts acts books ch fig sec art cl vol song clause item paragraph verse canto hymn psalm opus movement zone region tier trial edition generation gen day week list question problem step module track set level lvl pt corps army legion army sura annexe protocol tablet type' +
    ' sc gallery hall chamber subpart subsection plate lab experiment phase heat leg draft mission reel rule schedule volume movie sequel installment reading form'
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

/** Last words of names that are not people: the numeral after them is a cardinal. */
export const PLACES_AND_THINGS: ReadonlySet<string> = new Set(
  (
    'peak park tower towers heights plaza place village hall house lake ridge street station fund project building center centre series lodge manor ' +
    'square court mall resort ranch creek valley hill hills woods island bay harbor point terrace estates gardens meadows springs falls garage bridge ' +
    'canal pier terminal ship boat rocket mission program project plan treaty act bill report study test exam course class game quest fantasy kombat ' +
    'fighter effect wars trek story city sim empires duty dead creed souls movie saga'
  ).split(' '),
)
