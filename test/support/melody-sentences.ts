/** Statements that end in a short syllable, most of them before a voiceless sound, which leaves little voiced sound for a fall. */
export const CLOSING_STATEMENTS: readonly string[] = [
  'They talked about the white.',
  'We drove home late at night.',
  'He bought himself a boat.',
  'She gave us a quote.',
  'The train was very late.',
  'I put it in the kit.',
  'They walked down the street.',
  'He took off his hat.',
  'We waited for the bus stop.',
  'The answer is in the book.',
  'She wrapped it in a cloth.',
  'The house had a new roof.',
  'He cut the cake in half.',
  'They stayed until the last week.',
  'She put the letter on the desk.',
  'The dog jumped over the fence.',
  'I asked them for a map.',
  'It rained on the way back.',
  'The river runs to the sea.',
  'We finally arrived at home.',
  'The children played in the garden.',
  'Nobody had seen the machine.',
  'The committee published its report.',
  'There was nothing left to eat.',
]

/** Sentences, each with one of its words to emphasise. */
export const EMPHASIZED_SENTENCES: readonly (readonly [sentence: string, word: string])[] = [
  ['Maria bought the red car yesterday.', 'Maria'],
  ['Maria bought the red car yesterday.', 'bought'],
  ['Maria bought the red car yesterday.', 'red'],
  ['Maria bought the red car yesterday.', 'car'],
  ['Maria bought the red car yesterday.', 'yesterday'],
  ['I never said that she took the money.', 'I'],
  ['I never said that she took the money.', 'never'],
  ['I never said that she took the money.', 'said'],
  ['I never said that she took the money.', 'she'],
  ['I never said that she took the money.', 'took'],
  ['I never said that she took the money.', 'money'],
  ['The doctor can see you on Friday, not on Monday.', 'doctor'],
  ['The doctor can see you on Friday, not on Monday.', 'Friday'],
  ['The doctor can see you on Friday, not on Monday.', 'Monday'],
  ['Please put the old books on the top shelf.', 'old'],
  ['Please put the old books on the top shelf.', 'top'],
  ['Please put the old books on the top shelf.', 'shelf'],
]

/** Lists, with their items in order. */
export const LISTS: readonly (readonly [sentence: string, items: readonly string[]])[] = [
  ['The flag is red, green, blue, yellow, and white.', ['red', 'green', 'blue', 'yellow', 'white']],
  ['We need bread, butter, eggs, and milk.', ['bread', 'butter', 'eggs', 'milk']],
  ['They grow apples, pears, plums, and cherries.', ['apples', 'pears', 'plums', 'cherries']],
  ['He speaks Spanish, Italian, German, or Dutch.', ['Spanish', 'Italian', 'German', 'Dutch']],
  ['Bring a coat, a hat, a scarf, and a book.', ['coat', 'hat', 'scarf', 'book']],
  ['The trains leave at one, at three, at five, and at eight.', ['one', 'three', 'five', 'eight']],
]

/** Sentences with a dash or a bracket, and the word before it. */
export const DASHED_SENTENCES: readonly (readonly [sentence: string, word: string])[] = [
  ['Turn off your phones - all of them.', 'phones'],
  ['He opened the door — nobody was there.', 'door'],
  ['The second edition (printed in eighteen ninety) is rare.', 'edition'],
  ['We left at nine (the bus was late) and walked.', 'nine'],
  ['She had one wish - to see the sea.', 'wish'],
  ['It was a mistake — a big one.', 'mistake'],
  ['My brother (the tall one) lives in Rome.', 'brother'],
  ['There is only one road - and it is closed.', 'road'],
  ['I like the house (it has a garden).', 'house'],
  ['Take the first street — the one on the left.', 'street'],
]
