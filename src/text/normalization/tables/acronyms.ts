import { wordSet } from '../../language/word-set.ts'
/** Acronyms that are read like words, besides those that the lexicon knows. */
export const READ_AS_WORDS = wordSet(
  'max min nasa nato unesco unicef opec aids fifa uefa laser radar scuba nafta nasdaq covid pin sim ram rom bios cobol basic ' +
    'lan wan gif yolo fomo hipaa osha fema darpa potus scotus flotus sars zip nascar swat imax ikea lego asean ' +
    'mensa interpol hamas ebitda saas paas iaas fafsa captcha ascii json ajax cern tesol toefl noaa epcot caricom ' +
    'ecowas mercosur misc raw ped hiit hud rag gaap hepa heic mooc nicu picu pac rem sag serp spac swot ted daca gui qled cam dos fifo larp cpap ' +
    'ucas acas soas ukip isa isas tupe bupa dmarc nand xor sata bogo tafe ebit moba loto ihop kia ugg wic cat pet jif ' +
    'asbo bacs cair qwerty cisa esol evri jisc tefl voip gnu rav len readme',
)

/** Capitals that are spelled although the letters make a word. */
export const SPELLED = wordSet(
  'vat paye us it un ai id pr hr ad pa ma la ok ir ed ac dc am pm who aka cia usa tv pc cd dvd dj mc mba mit ucla usc isp ios ' +
    'uae eta ipo imo isbn diy faq oed ama bbc asap ceo cfo cto coo cpu gpu ide url usb hiv api sat act gre lsat irs ' +
    'fda epa fbi nba nfl nhl mlb mma ufc abc nbc cbs cnn espn hbo rna dna mri ct ekg ecg iq eq mvp ngo npr pbs pta psa ' +
    'qa qr rv suv tbd tba uk eu uv vip vp iou iot ar vr ui ux os hd pe bc ce nsa tsa aclu asmr adhd icymi ama nyc hoa okr okrs kpi kpis roi sla pto dob eow eod cob ceos eoy iso sku skus uri faqs etf ira iras oem sme hmo ppo ivf aqi uvb uva imei uid uuid',
)

/** Short words that people write in capitals for weight inside ordinary sentences. */
export const STRESSED_WORDS = wordSet(
  'a i no yes not all new now and the but for in on of to my me we he she you your our his her is are was be do does ' +
    'did can could go so if up out off by at as an why how what when where one two any own too big top hot bad sad mad ' +
    'fun win won let get got put say see try buy pay run day old lot way use men war god end yet per ask cut fit fix add low high off only ' +
    'hub key gas oil arm red dog sun sky box bag boy eat egg fan few fly gun guy hit job joy kid mix mom nap net pan pie pig pot rib rod rub rug sew ' +
    'sit six ski ten tea tie toe toy van wet wow zoo tax fee tip due car bus bed egg cup mud sea tub wax zip age ago aim air ate ran ' +
    'moo zap eek ugh hmm yup yay duh meh oof eww eep aww boo woo grr shh tsk brr psst huh pew yum yuk ick nah yah yep hey bye wee ' +
    'yak gnu elk elf emu owl ape bee cow hen fox hog pug wok orc jig cub hat hay gum jam jar jaw keg leg lid lip mug nut oar paw pea peg ' +
    'pub pup rat wig yam bat ant ink tin vet jet ear',
)

/** Spelled in a quiet sentence, words in one that is all in capitals. */
export const LOUD_WORDS = wordSet('us it am who ad ma pa la ed sat act rip ok')

/**
 * Letters that are spelled in any case, as the lexicon says them: `usb`, `Usb`, `USB`. Those without a vowel need no entry, but for the
 * plurals.
 */
export const SPELLED_IN_ANY_CASE = wordSet(
  'ac ba adhd adsl afl amc aol apc api asr atm atp atv av aws bbc bmi ceo ci cfo cio cpu cto ecg eeo ekg ekk emdr epa espn eu fbi fda gnp gpu hbo hdmi hiaa hiv ' +
    'iaea ibm ibs icu iou iot ip iq irs isbn isp lgbtq mri naacp nba nfl nlp nmr npr obs ocd oecd oidc pga roi rfid rpm sba sdk udp ufo uk url ' +
    'usa usb usc usda usmc uss ussr utf uuid uv vip ' +
    'cd dvd tv pdf pc llm nft ssd jpg mp omg ofc cli png ocr mrna kpi esg lapd fnma cspi uav xfce kde dji orm copd ysl dna dui dwi nypd rna suv byu mba csi byod',
)

/** Words that are written without a vowel and said as words. */
export const WORDS_WITHOUT_VOWELS = wordSet('ms mc ng nth cwm cwtch krk csrf zsh mhm hmph')

/** Parts of identifiers that are spelled although the letters make a word: `user_id`, `getUserById`. */
export const IDENTIFIER_LETTERS = wordSet(
  'id ip ui os db io url uri api sql uuid css ssh tls ssl dns ttl pid cpu gpu sdk jwt ux px fn ts js tz',
)
