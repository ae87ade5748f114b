import { expect, test } from 'vitest'
import { listSpoken } from './list-spoken.ts'
import { parseRuns } from './markup.ts'
import { DEFAULT_ATTRIBUTES, type Paragraph } from './script.ts'

const paragraph = (markup: string, attributes: Partial<Paragraph> = {}): Paragraph => ({
  ...DEFAULT_ATTRIBUTES,
  ...attributes,
  runs: parseRuns(markup),
})
const silent = { level: 1, isSilent: true }

test.each<[string, readonly Paragraph[], unknown]>([
  ['nothing', [], []],
  [
    'text alone',
    [paragraph('One.'), paragraph('Two.')],
    [
      ['One.', null],
      ['Two.', null],
    ],
  ],
  ['no blank paragraph', [paragraph(' '), paragraph('One.')], [['One.', null]]],
  [
    'a heading that is spoken',
    [paragraph('Start', { level: 1 }), paragraph('One.')],
    [
      ['Start', 'Start'],
      ['One.', null],
    ],
  ],
  [
    'a silent heading as the name of a scene',
    [paragraph('Start', silent), paragraph('One.'), paragraph('Two.')],
    [
      ['One.', 'Start'],
      ['Two.', null],
    ],
  ],
  [
    'several silent headings as one name',
    [paragraph('Part', silent), paragraph('Start', silent), paragraph('One.')],
    [['One.', 'Part: Start']],
  ],
  ['a blank heading as none', [paragraph('', silent), paragraph('One.')], [['One.', null]]],
  ['the last heading as none', [paragraph('One.'), paragraph('End', silent)], [['One.', null]]],
  ['markup', [paragraph('<tempo value="0.8">One</tempo>.')], [['<tempo value="0.8">One</tempo>.', null]]],
  [
    'a name of a scene that is not too long',
    [paragraph('x'.repeat(500), silent), paragraph('One.')],
    [['One.', 'x'.repeat(200)]],
  ],
])('a script is exported with %s', (_, paragraphs, expected) => {
  const spoken = listSpoken({ title: '', libraryIds: [], paragraphs })
  expect(spoken.map(({ markup, scene }) => [markup, scene])).toEqual(expected)
})
