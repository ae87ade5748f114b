import type { Pronunciation } from '../lexicon/lexicon.ts'

/**
 * Phrases of other languages in English text, in which words are said otherwise than alone: `vin` in `coq au vin`. The words in the
 * letters of the lexicon; the sounds of each word after it, parted by `|`.
 */
const TABLE = `
a capella = AA0 | K AH0 P EH1 L AH0
a posteriori = EY2 | P AA0 S T IH2 R IY0 AO1 R IY0
a priori = EY2 | P R IY0 AO1 R IY0
actus reus = AE1 K T AH0 S | R EY1 AH0 S
agnus dei = AE1 G N AH0 S | D EY1 IY2
al pastor = AA0 L | P AA0 S T AO1 R
au courant = OW2 | K UH0 R AA1 N
au naturel = OW2 | N AE2 CH ER0 EH1 L
auf wiedersehen = AW1 F | V IY1 D ER0 Z EY2 N
auguste rodin = OW0 G UW1 S T | R OW0 D AE1 N
banh mi = B AA1 N | M IY1
beau geste = B OW1 | ZH EH1 S T
belle epoque = B EH1 L | EY0 P AA1 K
bete noire = B EH1 T | N W AA1 R
betws y coed = B EH1 T UH0 S | AH0 | K OY1 D
bon appetit = B OW1 N | AE2 P AH0 T IY1
bon vivant = B AA1 N | V IY0 V AA1 N
bon vivants = B AA1 N | V IY0 V AA1 N Z
bon voyage = B AA1 N | V OY0 AA1 ZH
buenas noches = B W EY1 N AH0 S | N OW1 CH EH0 S
buenas tardes = B W EY1 N AH0 S | T AA1 R D EH0 S
buenos dias = B W EY1 N OW0 S | D IY1 AH0 S
c'est la vie = S EY2 | L AH0 | V IY1
ca va = S AH0 | V AA1
cabo san lucas = K AA1 B OW0 | S AE0 N | L UW1 K AH0 S
caldo verde = K AA1 L D OW0 | V EH1 R D IY0
camino frances = K AH0 M IY1 N OW0 | F R AA0 N S EH1 S
cause celebre = K AO1 Z | S AH0 L EH1 B
chana masala = CH AA1 N AH0 | M AH0 S AA1 L AH0
che sara sara = K EY2 | S ER0 AA1 | S ER0 AA1
chef d'oeuvre = SH EY2 | D ER1 V
chiang mai = CH Y AA0 NG | M AY1
chiang rai = CH Y AA0 NG | R AY1
bun cha = B UW1 N | CH AA1
bun bo hue = B UW1 N | B OW1 | HH W EY1
chateauneuf du pape = SH AE2 T OW0 N ER1 F | D UW0 | P AA1 P
des champs = D EY0 | SH AA1 N
pied a terre = P Y EY1 D | AH0 | T EH1 R
pied a terres = P Y EY1 D | AH0 | T EH1 R Z
pied de port = P Y EY1 | D AH0 | P AO1 R
plaza mayor = P L AA1 Z AH0 | M AY0 AO1 R
premier cru = P R EH1 M Y EY2 | K R UW1
premiers crus = P R EH1 M Y EY2 | K R UW1
san gines = S AA2 N | HH IY0 N EH1 S
semana santa = S EH0 M AA1 N AH0 | S AA1 N T AH0
cinco de mayo = S IH1 NG K OW0 | D EY0 | M AY1 OW0
cinque terre = CH IH1 NG K W EY0 | T EH1 R EY0
comme ca = K AH1 M | S AA1
comme ci = K AH1 M | S IY1
comme il faut = K AH2 M | IY2 L | F OW1
coq au vin = K OW2 K | OW0 | V AE1 N
cor anglais = K AO2 R | AA2 NG G L EY1
corps de ballet = K AO1 R | D AH0 | B AE0 L EY1
cosi fan tutte = K OW0 Z IY1 | F AA0 N | T UH1 T EY0
coup de grace = K UW1 | D AH0 | G R AA1 S
cri de coeur = K R IY1 | D AH0 | K ER1
cum laude = K UH1 M | L AW1 D EY0
dan dan noodles = D AA1 N | D AA1 N | N UW1 D AH0 L Z
de facto = D EY0 | F AE1 K T OW0
de jure = D EY0 | JH UH1 R IY0
de novo = D EY0 | N OW1 V OW0
de rigueur = D AH0 | R IH0 G ER1
deloitte and touche = D AH0 L OY1 T | AH0 N D | T UW1 SH
denis villeneuve = D AH0 N IY1 | V IY1 L N ER0 V
des moines = D AH0 | M OY1 N
deus ex machina = D EY1 AH0 S | EH1 K S | M AA1 K IH0 N AH0
dia de los muertos = D IY1 AH0 | D EY0 | L OW0 S | M W EH1 R T OW0 S
die fledermaus = D IY0 | F L EY1 D ER0 M AW2 S
die welt = D IY0 | V EH1 L T
die zauberflote = D IY0 | T S AW1 B ER0 F L OW2 T AH0
dolce far niente = D OW1 L CH EY0 | F AA1 R | N Y EH1 N T EY0
el cero = EH1 L | S EH1 R OW0
el dos = EH1 L | D OW1 S
el nueve = EH1 L | N W EY1 V EY0
el tres = EH1 L | T R EH1 S
el uno = EH1 L | UW1 N OW0
eminence grise = EH2 M IH0 N AA1 N S | G R IY1 Z
en espanol = EH1 N | EH2 S P AA0 N Y OW1 L
en pointe = AA0 N | P W AE1 N T
et tu brute = EH1 T | T UW1 | B R UW1 T EY0
ex gratia = EH1 K S | G R EY1 SH AH0
ex parte = EH1 K S | P AA1 R T IY0
feliz navidad = F EH0 L IY1 S | N AA2 V IY0 D AA1 D
fin de siecle = F AE1 N | D AH0 | S Y EH1 K L AH0
fur elise = F UH0 R | AH0 L IY1 Z AH0
grand prix = G R AA2 N | P R IY1
hasta la vista = AA1 S T AH0 | L AA0 | V IY1 S T AH0
hasta luego = AA1 S T AH0 | L W EY1 G OW0
hasta manana = AA1 S T AH0 | M AH0 N Y AA1 N AH0
hors de combat = AO1 R | D AH0 | K AO0 M B AA1
hun manet = HH UW1 N | M AA0 N EH1 T
ile de = IY1 L | D AH0
ile de france = IY1 L | D AH0 | F R AA1 N S
in loco parentis = IH0 N | L OW1 K OW0 | P AH0 R EH1 N T IH0 S
in medias res = IH0 N | M IY1 D IY0 AH0 S | R EY1 Z
isla mujeres = IY1 S L AH0 | M UW0 HH EH1 R EH0 S
jan van = Y AA1 N | V AE1 N
je ne sais quoi = ZH AH0 | N AH0 | S EY0 | K W AA1
ke huy quan = K IY1 | HH W IY1 | K W AA1 N
la dolce vita = L AA0 | D OW1 L CH EY0 | V IY1 T AH0
la traviata = L AA0 | T R AA2 V IY0 AA1 T AH0
les mis = L EY2 | M IH1 Z
les miserables = L EY0 | M IY2 Z ER0 AA1 B
magna carta = M AE1 G N AH0 | K AA1 R T AH0
mardi gras = M AA1 R D IY0 | G R AA2
mea culpa = M EY1 AH0 | K UH1 L P AH0
mens rea = M EH1 N Z | R EY1 AH0
mi casa = M IY1 | K AA1 S AH0
mont saint michel = M OW2 N | S AE2 N | M IH0 SH EH1 L
mot juste = M OW1 | ZH UW1 S T
moules frites = M UW1 L | F R IY1 T
muchas gracias = M UW1 CH AA0 S | G R AA1 S IY0 AH0 S
musee d'orsay = M Y UW0 Z EY1 | D AO0 R S EY1
non sequitur = N AA2 N | S EH1 K W IH0 T ER0
notre dame cathedral = N OW2 T R AH0 | D AA1 M | K AH0 TH IY1 D R AH0 L
notre dame de paris = N OW2 T R AH0 | D AA1 M | D AH0 | P EH0 R IY1
oprima el dos = OW0 P R IY1 M AH0 | EH0 L | D OW1 S
oprima el numero = OW0 P R IY1 M AH0 | EH0 L | N UW1 M EH0 R OW0
oprima el ocho = OW0 P R IY1 M AH0 | EH0 L | OW1 CH OW0
pain au chocolat = P AE1 N | OW0 | SH AO2 K AH0 L AA1
pain au levain = P AE1 N | OW0 | L AH0 V AE1 N
papier mache = P EY2 P ER0 | M AH0 SH EY1
par excellence = P AA2 R | EH2 K S AH0 L AA1 N S
para continuar = P AA1 R AH0 | K OW2 N T IY0 N W AA1 R
para espanol = P AA1 R AH0 | EH2 S P AH0 N Y OW1 L
pate a choux = P AA1 T | AH0 | SH UW1
pate brisee = P AA1 T | B R IY0 Z EY1
pate feuilletee = P AA1 T | F OY2 AH0 T EY1
pate sucree = P AA1 T | S UW0 K R EY1
pend oreille = P AA2 N D | ER0 EY1
pendente lite = P EH0 N D EH1 N T EY0 | L AY1 T IY0
per se = P ER2 | S EY1
petit four = P EH1 T IY0 | F AO1 R
petits fours = P EH1 T IY0 | F AO1 R Z
piece de resistance = P Y EH1 S | D AH0 | R EH0 Z IY2 S T AA1 N S
plaid cymru = P L AY1 D | K AH1 M R IY0
plus ca change = P L UW1 | S AH0 | SH AA1 N ZH
ponte vecchio = P OW1 N T EY0 | V EH1 K Y OW0
por favor = P AO0 R | F AH0 V AO1 R
pot au feu = P AA1 T | OW0 | F ER1
pret a manger = P R EH1 T | AH0 | M AA0 N ZH EY1
pret a porter = P R EH1 T | AH0 | P AO0 R T EY1
prix fixe = P R IY1 | F IY1 K S
que sera sera = K EY2 | S ER0 AA1 | S ER0 AA1
requiescat in pace = R EH2 K W IY0 EH1 S K AA0 T | IH0 N | P AA1 CH EY0
roman a clef = R OW0 M AA1 N | AH0 | K L EY1
s'il vous plait = S IY2 L | V UW0 | P L EY1
saint barthelemy = S AE2 N | B AA0 R T EH2 L AH0 M IY1
saint denis = S AE2 N | D AH0 N IY1
saint germain = S AE2 N | ZH EH0 R M AE1 N
saint jean = S AE2 N | ZH AA1 N
saint remy = S AE2 N | R EY0 M IY1
salade nicoise = S AH0 L AA1 D | N IY0 S W AA1 Z
sang froid = S AA2 NG | F R W AA1
savoir vivre = S AE2 V W AA0 R | V IY1 V R AH0
se habla espanol = S EY0 | AA1 B L AH0 | EH2 S P AH0 N Y OW1 L
semper fi = S EH1 M P ER0 | F AY1
seo jun = S AH1 | JH UH1 N
seo yeon = S AH1 | Y AH1 N
seo yun = S AH1 | Y UH1 N
sine die = S AY1 N IY0 | D AY1 IY0
sine qua non = S IH2 N EY0 | K W AA0 | N OW1 N
sturm und drang = SH T UH1 R M | UH0 N T | D R AA1 NG
sur lie = S UH2 R | L IY1
table d'hote = T AA2 B AH0 L | D OW1 T
tao te ching = T AW1 | T EY1 | CH IH1 NG
te deum = T EY0 | D EY1 AH0 M
templo mayor = T EH1 M P L OW0 | M AY0 AO1 R
tierra del fuego = T IY0 EH1 R AH0 | D EH0 L | F W EY1 G OW0
ultra vires = AH1 L T R AH0 | V AY1 R IY0 Z
vade mecum = V EY2 D IY0 | M IY1 K AH0 M
vaya con dios = V AY1 AH0 | K OW0 N | D IY0 OW1 S
vinho verde = V IY1 N Y UW0 | V EH1 R D IY0
vis a vis = V IY2 Z | AH0 | V IY1
viva voce = V AY2 V AH0 | V OW1 S IY0
vol au vent = V AO2 L | OW0 | V AA1 N
vol au vents = V AO2 L | OW0 | V AA1 N Z
yr wyddfa = AH0 R | W IH1 DH V AH0
bondi beach = B AA1 N D AY0 | B IY2 CH
coeur d'alene = K AO2 R | D AH0 L EY1 N
des plaines = D EH0 S | P L EY1 N Z
terre haute = T EH2 R AH0 | HH OW1 T
fond du lac = F AA1 N | D AH0 | L AE2 K
prairie du chien = P R EH2 R IY0 | D AH0 | SH IY1 N
havre de grace = HH AE2 V ER0 | D AH0 | G R EY1 S
exxon valdez = EH2 K S AA0 N | V AE0 L D IY1 Z
sagrada familia = S AH0 G R AA2 D AH0 | F AH0 M IY1 L Y AH0
pont du gard = P AO2 N | D UW0 | G AA1 R
monte alban = M OW2 N T EY0 | AA0 L B AA1 N
casa grande = K AA2 S AH0 | G R AA1 N D EY0
l'anse aux meadows = L AE2 N S | OW0 | M EH1 D OW0 Z
mole poblano = M OW1 L EY0 | P OW0 B L AA1 N OW0
yerba mate = Y EH2 R B AH0 | M AA1 T EY2
cacio e pepe = K AA2 CH OW0 | EY0 | P EH1 P EY0
cotes du rhone = K OW2 T | D UW0 | R OW1 N
roland garros = R OW0 L AA2 N | G AE0 R OW1 S
kiri te kanawa = K IH1 R IY0 | T EY0 | K AH0 N AA1 W AH0
villa lobos = V IY2 L AH0 | L OW1 B OW0 S
gabriel boric = G AA2 B R IY0 EH1 L | B AO1 R IH0 CH
du bois = D UW0 | B OY1 S
river wear = R IH2 V ER0 | W IH1 R
`

/** How menus on the telephone say in Spanish that a key should be pressed: the verb, `el` or not, and the key. */
const PRESS = ['marque = M AA1 R K EY0', 'oprima = OW0 P R IY1 M AH0', 'presione = P R EH2 S Y OW1 N EY0']
const KEYS = [
  'cero = S EH1 R OW0',
  'uno = UW1 N OW0',
  'dos = D OW1 S',
  'tres = T R EH1 S',
  'cuatro = K W AA1 T R OW0',
  'cinco = S IY1 NG K OW0',
  'seis = S EY1 S',
  'siete = S Y EH1 T EY0',
  'ocho = OW1 CH OW0',
  'nueve = N W EY1 V EY0',
]

export type ForeignPhrase = { readonly words: readonly string[]; readonly sounds: readonly Pronunciation[] }

function readTable(): ReadonlyMap<string, readonly ForeignPhrase[]> {
  const phrases = [...TABLE.trim().split('\n'), ...listMenuPhrases()].map(splitLine).map(([words, sounds]) => ({
    words: words.split(' '),
    sounds: sounds.split(' | ').map((word) => word.split(' ')),
  }))
  return Map.groupBy(phrases, ({ words }) => words[0]!)
}

/** `oprima dos`, `oprima el dos`, and `oprima el` before anything else. */
function listMenuPhrases(): readonly string[] {
  return PRESS.map(splitLine).flatMap(([verb, said]) => [
    ...KEYS.map(splitLine).flatMap(([key, name]) => [
      `${verb} ${key} = ${said} | ${name}`,
      `${verb} el ${key} = ${said} | EH1 L | ${name}`,
    ]),
    `${verb} el = ${said} | EH1 L`,
  ])
}

function splitLine(line: string): [words: string, sounds: string] {
  return line.split(' = ') as [string, string]
}

/** The phrases by their first word; of several that fit, the first counts. */
export const FOREIGN_PHRASES: ReadonlyMap<string, readonly ForeignPhrase[]> = readTable()
