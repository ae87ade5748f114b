import { wordSet } from '../../language/word-set.ts'
/** Names of rulers and popes: the numeral after them is an ordinal. */
export const REGNAL_NAMES = wordSet(
  'abdulhamid abdullah adrian aethelred afonso agapetus agrippa ahmed albert alexander alexios alfonso amenemhat amenhotep ' +
    'anastasius andrew andronikos anne antigonus antiochus artaxerxes baldwin bartholomew basil baudouin bayezid beatrix bela benedict ' +
    'boleslaw boniface boris calixtus callixtus cambyses canute carl carlos casimir catherine celestine charlemagne charles chlothar ' +
    'christian clement cleopatra clovis cnut conrad constans constantine cyrus damasus darius david demetrius dmitri donald duncan ' +
    'edgar edmund edward elizabeth emmanuel eric erik ethelred eugene eugenius faisal farouk felipe feodor ferdinand fernando francis ' +
    'franz frederick friedrich fuad fyodor gelasius georg george ghazi gregory gustaf gustav gustavus haakon hadrian hakon hans harald ' +
    'harold hassan heinrich henri henry heraclius herod honorius hormisdas hussein idris innocent isabella ivan james joao john joseph ' +
    'juan juliana julius justinian kamehameha karl kenneth khosrow konrad ladislaus leo leopold linus llywelyn lothair louis lucius ' +
    'ludwig magnus mahmud manuel marcellus margaret margrethe martin mary matthew matthias maximilian mehmed menelik ' +
    'mentuhotep michael mieszko mithridates mohammed muhammad murad mustafa napoleon nicholas norodom olav orhan oscar osman otto ' +
    'ottokar paschal paul pedro pepi pepin peter philip philippe pius psamtik ptolemy qaboos rainier rama ramesses ramon ramses ranier ' +
    'rhodri richard robert romanos rudolf rudolph sancho sebastian seleucus selim senusret seti shapur shenouda sigismund sigurd ' +
    'silvester simeon sisowath sixtus stanislaw stephen suleiman sverre sweyn sylvester tawadros tewodros theodoric theodosius ' +
    'thutmose tiberius umberto urban valdemar valentinian vasily vespasian victor victoria vittorio waldemar wenceslas wenceslaus ' +
    'wilhelm wilhelmina william wladyslaw xerxes zephyrinus',
)

/** What a numeral before it counts, as an ordinal: `the XXX Olympic Games`, `the XIX century`. */
export const COUNTED_BY_NUMERALS = wordSet(
  'olympic olympics olympiad winter summer paralympic paralympics games commonwealth congress corps army legion dynasty century amendment session assembly',
)
