import { expect, test } from 'vitest'
import { speakEveryday } from '../../../../test/support/everyday-sentences.ts'

const speak = (written: string): string => speakEveryday({ locale: 'en_US', written, spoken: '', sounds: new Map() })

test('what the sentence before is about decides', () => {
  expect(speak('I lost the code. It is 60493.')).toBe('i lost the code | it is six zero four nine three')
  expect(speak('The stadium was full. The crowd was 60493.')).toBe(
    'the stadium was full | the crowd was sixty thousand four hundred ninety three',
  )
})
