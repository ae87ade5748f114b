const ABBREVIATED =
  'gen=genesis ex=exodus exod=exodus lev=leviticus num=numbers deut=deuteronomy josh=joshua judg=judges sam=samuel kgs=kings chron=chronicles chr=chronicles neh=nehemiah ' +
  'ps=psalm pss=psalms prov=proverbs eccl=ecclesiastes isa=isaiah jer=jeremiah lam=lamentations ezek=ezekiel dan=daniel hos=hosea mic=micah hab=habakkuk zech=zechariah mal=malachi ' +
  'matt=matthew mt=matthew mk=mark lk=luke jn=john rom=romans cor=corinthians gal=galatians eph=ephesians phil=philippians col=colossians thess=thessalonians tim=timothy tit=titus ' +
  'phlm=philemon heb=hebrews jas=james pet=peter rev=revelation'
const OTHERS =
  'ruth ezra esther job psalm joel amos obadiah jonah nahum zephaniah haggai mark luke john acts philemon jude titus'

/** Books of the Bible in lower case, whole or abbreviated, to their names. */
export const BIBLE_BOOKS: ReadonlyMap<string, string> = new Map(
  [...ABBREVIATED.split(' '), ...OTHERS.split(' ').map((name) => `${name}=${name}`)].flatMap((entry) => {
    const [short, name] = entry.split('=') as [string, string]
    return [[short, name] as const, [name, name] as const]
  }),
)
