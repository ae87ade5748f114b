import { expect, test } from 'vitest'
import { analyzeEnglish } from '../../../../test/support/sentence-speaker.ts'
import { classifyQuestion } from './classify-question.ts'
import { cutPhrases } from './phrase.ts'

test.each([
  ['Is it raining?', 'yes-no'],
  ["Couldn't you wait?", 'yes-no'],
  ['So, have you heard?', 'yes-no'],
  ['Will you call, when you arrive?', 'yes-no'],
  ['Where there is smoke, is there fire?', 'yes-no'],
  ['Do you want a sandwich or something?', 'yes-no'],
  ['Do you know whether it is a cat or a dog?', 'yes-no'],
  ['What happened?', 'wh'],
  ['And how did you do it?', 'wh'],
  ["What's that?", 'wh'],
  ["And who's there?", 'wh'],
  ['To whom did you speak?', 'wh'],
  ['Which do you want, tea or coffee?', 'wh'],
  ['What?', 'wh'],
  ['Was it red or blue?', 'alternative'],
  ['Tea, coffee, or juice?', 'alternative'],
  ['Are you in or not?', 'alternative'],
  ["She left, didn't she?", 'tag'],
  ["You can't swim, can you?", 'tag'],
  ['Nice, huh?', 'tag'],
  ['Did she say why?', 'yes-no'],
  ['Or is it?', 'yes-no'],
  ['Really?', 'echo'],
  ['He went where?', 'echo'],
  ['Tomorrow at nine?', 'echo'],
])('%s is a question of the kind %s', (text, kind) => {
  expect(classifyQuestion(cutPhrases([analyzeEnglish(text).sentences.at(-1)!.words]))).toBe(kind)
})
