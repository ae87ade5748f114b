import { wordSet } from '../../language/word-set.ts'
/** Names of rulers and popes: the numeral after them is an ordinal. */
export const REGNAL_NAMES = wordSet(
  'louis henry elizabeth charles george edward richard james william mary john paul benedict francis pius leo philip alexander catherine napoleon frederick ' +
    'ivan nicholas otto peter ferdinand gregory innocent clement urban boniface albert christian gustav haakon harald olav ramesses ramses thutmose amenhotep ptolemy cyrus darius xerxes ' +
    'constantine theodosius justinian leopold wilhelm franz joseph maximilian alfonso juan carlos felipe margaret robert david  stephen anne victoria abdullah hussein mehmed selim murad',
)

/** Last words of names that are not people: the numeral after them is a cardinal. */
export const PLACES_AND_THINGS = wordSet(
  'peak park tower towers heights plaza place village hall house lake ridge street station fund project building center centre series lodge manor ' +
    'square court mall resort ranch creek valley hill hills woods island bay harbor point terrace estates gardens meadows springs falls garage bridge ' +
    'canal pier terminal ship boat rocket mission program project plan treaty act bill report study test exam course class game quest fantasy kombat ' +
    'fighter effect wars trek story city sim empires duty dead creed souls movie saga',
)

/** What a numeral before it counts, as an ordinal: `the XXX Olympic Games`, `the XIX century`. */
export const COUNTED_BY_NUMERALS = wordSet(
  'olympic olympics olympiad winter summer paralympic paralympics games commonwealth congress corps army legion dynasty century amendment session assembly',
)
