import { describe, expect, test } from 'vitest'
import { MarkupSyntaxError } from '../../errors.ts'
import { parseMarkup } from './parse-markup.ts'
import { layOutRuns } from './tree/lay-out-runs.ts'
import type { MarkupRun } from './tree/markup-run.ts'

function runsOf(source: string): readonly MarkupRun[] {
  return layOutRuns(parseMarkup(source, { ssml: false }))
}

/** Runs in short: the text, the delivery if it is not neutral, and the sounds. */
function sketch(source: string): readonly string[] {
  return runsOf(source).map((run) => {
    const { tempo, loudness, pitch } = run.delivery
    const delivery = tempo === 1 && loudness === 0 && pitch === 0 ? '' : ` {${tempo} ${loudness} ${pitch}}`
    const sounds =
      run.kind === 'pronounced' ? ` /${run.pronunciations.map((sound) => sound.join(' ')).join(' | ')}/` : ''
    return ('text' in run ? run.text : run.kind) + delivery + sounds
  })
}

describe('plain text stays as it is', () => {
  test.each([
    'a < b',
    'I <3 you',
    'AT&T & &c; &copyleft; &#0; &#xD800; &;',
    '<html>',
    'a<b>c',
    'Dear <name>, <title>',
    'i <b and c> d',
    '<tempos>, <respelled> and <pitch-black>',
    '< tempo value="1">',
    'x </ tempo>',
    '<<<>>>',
    'std::vector',
    'std::vector::iterator',
    'use std::map and std::set',
    'Foo::Bar::Baz',
    '10::30',
    '10::30::00',
    'before :: after :: end',
    '::',
    ':::::',
    'a::::b',
    'before::::',
    ':: FOO ::',
    '::before and ::after',
    '::Foo',
    'FOO::',
    '::pre-build and post-build',
    'a::FOO-bar',
    ':::FOO-bar',
    'Time: 10:30',
    '::a,b::',
  ])('%s', (source) => {
    expect(runsOf(source)).toEqual([
      {
        kind: 'text',
        text: source,
        mapping: 'exact',
        span: { start: 0, end: source.length },
        delivery: { tempo: 1, loudness: 0, pitch: 0 },
      },
    ])
  })

  test('an empty text has no runs', () => {
    expect(runsOf('')).toEqual([])
  })
})

describe('markup is understood', () => {
  test.each<readonly [string, readonly string[]]>([
    ['Say ::TUH-puhl::.', ['Say ', 'TUH-puhl /T AH1 P AH0 L/', '.']],
    ['(::TUH-puhl::)', ['(', 'TUH-puhl /T AH1 P AH0 L/', ')']],
    [':::UHP:::', [':', 'UHP /AH1 P/', ':']],
    ['"::UHP::"', ['"', 'UHP /AH1 P/', '"']],
    ['::UHP:: ::OO::', ['UHP /AH1 P/', ' ', 'OO /UW1/']],
    ['<respell value="TUH-puhl">tuple</respell>', ['tuple /T AH1 P AH0 L/']],
    ['<respell value="TUH-puhl"> a tuple </respell>', ['a tuple /T AH1 P AH0 L/']],
    ["<respell value='YOO'>don't</respell>", ["don't /Y UW1/"]],
    ['<respell value="YOO">well-known</respell>', ['well-known /Y UW1/']],
    ['<respell value="YOO">U.S.A.</respell>', ['U.S.A. /Y UW1/']],
    ['<tempo value="1.3">fast</tempo> slow', ['fast {1.3 0 0}', ' slow']],
    ["<TEMPO  VALUE = '+1.3' >fast</Tempo >", ['fast {1.3 0 0}']],
    ['<tempo\nvalue=" .5 "\n>x</tempo\n>', ['x {0.5 0 0}']],
    ['<loudness value="-1e1">a</loudness>', ['a {1 -10 0}']],
    ['<pitch value="500">a</pitch>', ['a {1 0 500}']],
    ['<tempo value="-3" id="x">a</tempo>', ['a {-3 0 0}']],
    ['<tempo value="0.7"><loudness value="-40">,</loudness></tempo>', [', {0.7 -40 0}']],
    [
      '<tempo value="2">a <pitch value="5">b ::UHP:: <loudness value="1">c</loudness></pitch></tempo> d',
      ['a  {2 0 0}', 'b  {2 0 5}', 'UHP {2 0 5} /AH1 P/', '  {2 0 5}', 'c {2 1 5}', ' d'],
    ],
    ['AT&amp;T &lt;3 don&#39;t &amp;lt;', ['AT&T', ' ', '<', '3 ', "don't", ' ', '&', 'lt;']],
    ['&lt;tempo&gt; &#58;&#58;UHP&#58;&#58;', ['<', 'tempo', '>', ' ', ':', ':', 'UHP', ':', ':']],
    ['Hello<tempo value="0.7">,</tempo> world', ['Hello', ', {0.7 0 0}', ' world']],
    ['well-<tempo value="2">known</tempo>', ['well-', 'known {2 0 0}']],
    ['<tempo value="2"></tempo>empty', ['empty']],
    ['<tempo value="2"/>empty', ['empty']],
    ['<take value="7"><tempo value="2">a</tempo></take> b', ['a {2 0 0}', ' b']],
    ['a < <tempo value="2">b</tempo>', ['a < ', 'b {2 0 0}']],
    ['<tempo value="2">a</tempo> <tempo value="3">b</tempo>', ['a {2 0 0}', ' ', 'b {3 0 0}']],
  ])('%s', (source, runs) => {
    expect(sketch(source)).toEqual(runs)
  })

  test('spans leave tags and colons out', () => {
    const source = '<tempo value="2">a</tempo> ::UHP:: <respell value="OO"> you </respell>'
    const slices = runsOf(source).map(({ span }) => source.slice(span.start, span.end))
    expect(slices).toEqual(['a', ' ', 'UHP', ' ', 'you'])
  })

  test('a tree cannot be changed', () => {
    const tree = parseMarkup('<tempo value="2">a</tempo>', { ssml: false })
    expect(Object.isFrozen(tree)).toBe(true)
    expect(Object.isFrozen(tree.children)).toBe(true)
    expect(Object.isFrozen(tree.children[0])).toBe(true)
  })
})

describe('broken markup is refused with its place', () => {
  test.each([
    ['a <tempo value="1">b', 2, '<tempo>: it is never closed'],
    ['a </tempo>', 2, 'no <tempo> is open'],
    ['<tempo value="1"><pitch value="1">b</tempo></pitch>', 35, '<pitch> inside it is still open'],
    ['<tempo>a</tempo>', 0, 'attribute value is missing'],
    ['<tempo value=1>a</tempo>', 0, 'attribute value needs a value in quotes'],
    ['<tempo value>a</tempo>', 0, 'attribute value needs a value in quotes'],
    ['<tempo value=“1”>a</tempo>', 0, 'attribute value needs a value in quotes'],
    ['<tempo="1">a</tempo>', 0, '<tempo>: its ">" is missing'],
    ['<tempo value="1>a</tempo>', 0, 'the closing quote of value is missing'],
    ['<tempo value="1" value="2">a</tempo>', 0, 'attribute value is given twice'],
    ['<tempo', 0, 'its ">" is missing'],
    ['I <pitch ', 2, 'its ">" is missing'],
    ['<tempo value="1">a</tempo', 18, '</tempo>: its ">" is missing'],
    ['<tempo value="">a</tempo>', 14, 'value is "", expected a number'],
    ['<tempo value="NaN">a</tempo>', 14, 'value is "NaN", expected a number'],
    ['<tempo value="Infinity">a</tempo>', 14, 'expected a number'],
    ['<tempo value="1e999">a</tempo>', 14, 'expected a number'],
    ['<tempo value="0x10">a</tempo>', 14, 'expected a number'],
    ['<tempo value="1,5">a</tempo>', 14, 'expected a number'],
    ['<tempo value="fast">a</tempo>', 14, 'expected a number'],
    ['<tempo value="1"><tempo value="1">a</tempo></tempo>', 17, 'Cannot put <tempo> inside <tempo>'],
    ['<tempo value="1"><pitch value="1"><tempo value="1">a', 34, 'Cannot put <tempo> inside <tempo>'],
    ['un<tempo value="1">believable</tempo>', 2, '<tempo> to part of a word'],
    ['<tempo value="1">believ</tempo>able', 0, '<tempo> to part of a word'],
    ['a<pitch value="1"></pitch>b', 1, '<pitch> to part of a word'],
    ['<tempo value="1">AI</tempo>\'s', 0, '<tempo> to part of a word'],
    ['don’<tempo value="1">t</tempo>', 4, '<tempo> to part of a word'],
    ['3.<tempo value="1">5</tempo>', 2, '<tempo> to part of a word'],
    ['<tempo value="1">a</tempo><pitch value="1">b</pitch>', 0, '<tempo> to part of a word'],
    ['foo::BAR::', 3, 'a respelling to part of a word'],
    ['::BAR::foo', 0, 'a respelling to part of a word'],
    ['un::BEE::able', 2, 'a respelling to part of a word'],
    ['::BAR::::FOO::', 0, 'a respelling to part of a word'],
    ['a :::: b', 4, 'Cannot read respelling: it is empty'],
    ['::::', 2, 'Cannot read respelling: it is empty'],
    ['a ::TUH-puhl b', 2, 'respelling "TUH-puhl": its closing "::" is missing'],
    ['::TUH-puhl', 0, 'its closing "::" is missing'],
    ['a ::TUH-puhl ::', 2, 'its closing "::" is missing'],
    ['a ::TUH-puhl: b', 2, 'its closing "::" is missing'],
    ['Say ::SPAH now', 4, 'respelling "SPAH": its closing "::" is missing'],
    ['::FOO:', 0, 'its closing "::" is missing'],
    ['a ::TUH-puhl, b::', 2, 'its closing "::" is missing'],
    ['a ::bar::', 4, 'no syllable is in capitals'],
    ['a ::Bar::', 4, 'mixes capitals'],
    ['a ::BAR--ur::', 8, 'a syllable is empty'],
    ['a ::30::', 4, '"3" is neither a letter nor a dash'],
    ['a ::TUH puhl::', 7, '" " is neither a letter nor a dash'],
    ['a ::təˈMAH::', 5, '"ə" is neither a letter nor a dash'],
    ['a ::TUH–puhl::', 7, '"–" is neither a letter nor a dash'],
    ['<take value="">a</take>', 13, 'value is "", expected an integer from 0 to 4294967295'],
    ['<take value="1.5">a</take>', 13, 'expected an integer'],
    ['<take value="-1">a</take>', 13, 'expected an integer'],
    ['<take value="4294967296">a</take>', 13, 'expected an integer'],
    ['<take value="1">a <take value="2">b</take></take>', 18, 'Cannot put <take> inside <take>'],
    ['<take value="1">believ</take>able', 0, '<take> to part of a word'],
    ['a</take>', 1, '</take>'],
    ['<respell>a</respell>', 0, 'attribute value is missing'],
    ['<respell value="">a</respell>', 16, 'Cannot read respelling: it is empty'],
    ['<respell value="UHP"></respell>', 0, '<respell>: it wraps no words'],
    ['<respell value="UHP"/>', 0, '<respell>: it wraps no words'],
    ['<respell value="UHP"> </respell>', 0, '<respell>: it wraps no words'],
    ['<respell value="UHP">a ::UHP::</respell>', 23, 'Cannot put a respelling inside <respell>'],
    ['<respell value="UHP"><tempo value="1">a</tempo></respell>', 21, 'Cannot put <tempo> inside <respell>'],
    ['<respell value="::UHP::">a</respell>', 16, '":" is neither a letter nor a dash'],
    ['<respell value="UHP">a</respell>s', 0, '<respell> to part of a word'],
  ])('%s', (source, offset, problem) => {
    const parse = (): unknown => parseMarkup(source, { ssml: false })
    expect(parse).toThrow(MarkupSyntaxError)
    expect(parse).toThrow(problem)
    expect(parse).toThrow(`(at offset ${offset})`)
  })
})

describe('HTML is dropped', () => {
  test.each<readonly [string, string]>([
    ['a <b>bold</b> word', 'a bold word'],
    ['<B>H</B>ello', 'Hello'],
    ['<p class="x > y" hidden>a</p>b', '\u2029a\u2029b'],
    ['a<br/>b<br>c', 'a\u2028b\u2028c'],
    ['<!-- no --><!DOCTYPE html>a', 'a'],
    ['a<script>if (x < 1) y()</script>b', 'a b'],
    ['<td>a</td><td>b</td>', ', a, , b, '],
    ['&pound;5&nbsp;caf&eacute; &hellip;', '£5 café …'],
    ['<i>a</i> <i>b', 'a <i>b'],
    ['</b> a <b>', '</b> a <b>'],
  ])('%s', (source, text) => {
    const runs = runsOf(source)
    expect(runs.map((run) => ('text' in run ? run.text : run.kind)).join('')).toBe(text)
  })

  test('with a warning for each kind of tag and entity', () => {
    expect(parseMarkup('<p>Q&amp;A</p><p>&amp;</p>', { ssml: false }).warnings).toEqual([
      'HTML tag <p> is not spoken: 4 times, first at offset 0',
      'HTML entity &amp; is decoded: 2 times, first at offset 4',
    ])
  })

  test('but SSML has no HTML: its tags are unknown there', () => {
    expect(parseMarkup('<b>a</b>', { ssml: true }).warnings).toEqual([
      'SSML tag <b> is left out, because it has no effect here: at offset 0',
    ])
  })
})
