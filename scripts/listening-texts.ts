/** What the listening page says, by kind; markup is SSML. */
export const LISTENING_TEXTS: Readonly<Record<string, readonly string[]>> = {
  statement: [
    'They talked about the white.',
    'The river rises in the mountains, crosses the plain, and reaches the sea near a small fishing village.',
    'Turn off your phones - all of them.',
    'The second edition (printed in eighteen ninety) is much harder to find.',
    'After a long winter, spring finally arrived.',
  ],
  question: [
    'Did you enjoy the party?',
    'Would you like tea or coffee?',
    'Where did you leave your keys?',
    "It's cold, isn't it?",
    'Are you sure that the answer is seven?',
  ],
  list: [
    'The flag is red, green, blue, yellow, and white.',
    'We need bread, butter, eggs, and a bottle of milk.',
    'He speaks Spanish, Italian, German, or Dutch.',
    'The trains leave at one, at three, at five, and at eight.',
  ],
  emphasis: [
    '<emphasis>Maria</emphasis> bought the red car yesterday.',
    'Maria bought the <emphasis>red</emphasis> car yesterday.',
    'Maria bought the red car <emphasis>yesterday</emphasis>.',
    'I <emphasis level="strong">never</emphasis> said that she took the money.',
  ],
  name: [
    'Dr. Catherine Nguyen met Siobhan and Xavier in Worcester.',
    'Mr. Okafor flew from Reykjavik to Buenos Aires.',
    'Call Ms. Kowalczyk at the Leicester Square office.',
  ],
  number: [
    'On March 3rd, 2024, the price rose from $1,299.99 to $1,450.',
    'Call 555-0142 before 5:30 p.m.',
    'About 3.5 million people, or 12% of the country, live there.',
    'The recipe needs 3/4 cup of sugar and 250 g of flour.',
  ],
}
