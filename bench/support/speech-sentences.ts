/** About 50 s of speech with every kind of sound. */
export const SPEECH_SENTENCES = [
  'The harbour was quiet before the storm, and the few sailors who had stayed behind were mending their nets.',
  'She sells fresh fish, sausages and crusty bread; the shop closes at six, but on Saturdays it stays open longer.',
  'Please check the address carefully: forty-two Chestnut Street, second floor, and ring the bell twice.',
  'In nineteen sixty-nine, three astronauts left the Earth, and two of them walked on the Moon.',
  'Why would anyone sail across such a rough sea in winter? Because nobody else dared to try.',
  'Half of those who were asked said they prefer tea; the other half wanted coffee, black, with no sugar.',
  'A zealous judge measured the treasure, changed his mind, and joyously chose the yellow vase.',
  'Thick fog hid the ships; through it came the hiss of steam and a single, solemn bell.',
] as const
