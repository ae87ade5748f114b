/** A text, and how it is asked for: plain text by an American voice if nothing else is said. */
export type GoldenText = { readonly text: string; readonly ssml?: boolean; readonly locale?: string }

const plain = (...texts: readonly string[]): readonly GoldenText[] => texts.map((text) => ({ text }))
const ssml = (...texts: readonly string[]): readonly GoldenText[] => texts.map((text) => ({ text, ssml: true }))

/** The texts of each golden file in `plans/`. */
export const GOLDEN_TEXTS: Readonly<Record<string, readonly GoldenText[]>> = {
  narration: plain(
    'The lighthouse keeper climbed the stairs each evening, counting every step as if the number might have changed. It never had.',
    'Once upon a time there was a little girl who lived in a village near the forest.',
    'What the president did not say in his speech on Tuesday was that the plan had already been abandoned by his own party and that he would not try to revive it.',
    'The company that bought the old factory last year plans to turn it into apartments for young families.',
    'However, the price of oil, which had fallen for months, rose sharply.',
    'The rain had stopped; the streets were empty.\n\nNobody saw them leave.',
  ),
  instructions: plain(
    'If you want to cancel your subscription, please click the link at the bottom of this email and follow the instructions on the page.',
    'Please leave a message after the tone and we will call you back as soon as possible.',
    'Turn off your phones - all of them - before you enter the room.',
    'To continue in English, press 1. For Spanish, press 2.',
    'Add 2 tbsp. of oil, 1/2 cup of flour, and a pinch of salt.',
  ),
  talk: plain(
    'Hello, Anna, how are you today?',
    'No, thank you, I am fine.',
    'Wait, what? "No," she said (twice); then: silence…',
    'I NEVER said that!',
    'Would you like tea or coffee?',
    "It's cold, isn't it?",
  ),
  lists: plain(
    'Red, green, blue, yellow, and white.',
    'We sell apples, oranges, pears, and plums in the market behind the station.',
    'Shopping list\n- milk\n- bread\n- two lemons',
    'Name: Ada Lovelace\nCity: London',
  ),
  figures: plain(
    'On Monday, March 3, 2025, the board of directors of Acme, Inc. approved the merger for $4.99 million.',
    'My 401(k) grew by 12.5% from 2019 to 2021.',
    'Call 555-123-4567, ext. 12, between 9 am and 5:30 pm.',
    'Dr. Quillan, 47, moved to 221B Baker St. on the 3rd.',
    'Version 2.10.1 uses 16 GB of RAM at 3.2 GHz.',
  ),
  names: plain(
    'NASA and the BBC met in New York, NY.',
    'She read the book that he will read to Louis XIV.',
    'The file(s) are at https://example.com/docs or info@example.org.',
  ),
  delivery: plain(
    'She read <tempo value="0.8">very <pitch value="20">slowly</pitch></tempo> about the ::toh-MAY-toh::.',
    'Hello<tempo value="0.7"><loudness value="-40">,</loudness></tempo> world.',
    '<tempo value="0.8">One, two, and three.</tempo>',
    '<loudness value="-3">Softly, now,</loudness> and <tempo value="9">then quickly</tempo>.',
    'Stop<tempo value="0.5">.</tempo> Go on.',
  ),
  markup: ssml(
    '<speak>Wait<break time="1500ms"/> for it, <break time="1s"/> please.</speak>',
    '<speak>This is <emphasis level="strong">very</emphasis> important.</speak>',
    '<speak><p>One paragraph.</p><p>Another one, <prosody rate="slow">and slow</prosody>.</p></speak>',
    '<speak>The code is <say-as interpret-as="characters">A1B2</say-as>.</speak>',
  ),
  british: [
    { text: 'The match is on 3/4 at 7 pm, or so the schedule says.', locale: 'en_GB' },
    { text: 'From A to Z, leisure costs £20 and a privacy notice.', locale: 'en_GB' },
  ],
}
