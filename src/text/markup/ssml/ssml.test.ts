import { describe, expect, test } from 'vitest'
import { MarkupSyntaxError } from '../../../errors.ts'
import { parseMarkup } from '../parse-markup.ts'
import { layOutRuns } from '../tree/lay-out-runs.ts'
import type { MarkupRun } from '../tree/markup-run.ts'

function runsOf(source: string): readonly MarkupRun[] {
  return layOutRuns(parseMarkup(source, { ssml: true }))
}

/** Each run as its text and the source that it stands for, where they differ. */
function texts(source: string): readonly string[] {
  return runsOf(source).map((run) => {
    const slice = source.slice(run.span.start, run.span.end)
    if (run.kind === 'edge') return `<${run.edge}>`
    if (run.kind === 'break') return `<break ${run.seconds}>`
    if (run.kind === 'pronounced') return `${run.text} /${run.pronunciations.map((s) => s.join(' ')).join('|')}/`
    expect(run.mapping === 'exact').toBe(run.text === slice)
    return run.mapping === 'exact' ? run.text : `${run.text} = ${slice}`
  })
}

describe('text', () => {
  test.each<readonly [string, readonly string[]]>([
    ['<speak>Hi</speak>', ['Hi']],
    ['<?xml version="1.0"?>\n<speak xml:lang="en">Hi</speak>', ['\n', 'Hi']],
    ['a < b & c <3', ['a < b & c <3']],
    ['AT&amp;T shop', ['AT&T = AT&amp;T', ' shop']],
    ['don&apos;t', ["don't = don&apos;t"]],
    ['caf&#xE9; &#233;t&#233;', ['café = caf&#xE9;', ' ', 'été = &#233;t&#233;']],
    ['&quot;Hello&quot;', ['" = &quot;', 'Hello', '" = &quot;']],
    ['1 &lt; 2', ['1 ', '< = &lt;', ' 2']],
    ['yes&#8212;no', ['yes', '— = &#8212;', 'no']],
    ['&#128512;&#128512;', ['😀 = &#128512;', '😀 = &#128512;']],
    ['Q & A &x a&b', ['Q & A &x a&b']],
    ['a <!-- <b> &amp; --> c', ['a ', ' c']],
    ['un<!-- -->do it', ['undo = un<!-- -->do', ' it']],
    ['<![CDATA[a < &amp; <b>]]> c', ['a < &amp; <b>', ' c']],
    ['<!-- only -->', []],
    ['&#58;:UHP::', [': = &#58;', ':UHP::']],
  ])('%s', (source, expected) => {
    expect(texts(source)).toEqual(expected)
  })
})

describe('elements', () => {
  test.each<readonly [string, readonly string[]]>([
    [
      '<p><s>A.</s><s>B.</s></p>',
      ['<paragraph>', '<sentence>', 'A.', '<sentence>', '<sentence>', 'B.', '<sentence>', '<paragraph>'],
    ],
    ['a<break/>b', ['a', '<break 0.5>', 'b']],
    [
      '<break time="250ms"/><break time=" 1.5s "></break><break time="+2s"/>',
      ['<break 0.25>', '<break 1.5>', '<break 2>'],
    ],
    ['<break strength="none"/><break strength="x-strong"/>', ['<break 0>', '<break 1.2>']],
    ['<break strength="weak" time="3s"/>', ['<break 3>']],
    ['<sub alias="World Wide Web">WWW</sub>', ['World Wide Web = WWW']],
    ['<sub alias="R &amp; B"> R&amp;B </sub>', ['R & B = R&amp;B']],
    ['<phoneme alphabet="ipa" ph="təˈmɑːtoʊ">tomato</phoneme>', ['tomato /T AH0 M AA1 T OW0/']],
    ['<phoneme ph="ˈt͡ʃɝt͡ʃ">church</phoneme>', ['church /CH ER1 CH/']],
    ['<phoneme ph="ˌɛndʒɪˈnɪɹ">engineer</phoneme>', ['engineer /EH2 N JH IH0 N IH1 R/']],
    ['<phoneme ph="ˈbʌtn̩">button</phoneme>', ['button /B AH1 T AH0 N/']],
    ['<phoneme ph="bəˈnænə">banana</phoneme>', ['banana /B AH0 N AE1 N AH0/']],
    ['<phoneme ph="bənænə">banana</phoneme>', ['banana /B AH0 N AE1 N AH0/']],
    ['<phoneme ph="ˈneɪʃən">nation</phoneme>', ['nation /N EY1 SH AH0 N/']],
    ['<phoneme ph="fəˈsɑːd">façade</phoneme>', ['façade /F AH0 S AA1 D/']],
    ['<phoneme ph="wɜ˞d">word</phoneme>', ['word /W ER1 D/']],
    ['<phoneme ph="ɪç">ich</phoneme>', ['ich /IH1 HH/']],
    ['<phoneme alphabet="x-arpabet" ph="T AH1 P AH0 L">tuple</phoneme>', ['tuple /T AH1 P AH0 L/']],
    ['<phoneme alphabet="arpabet" ph="t uw p ah0 l">tuple</phoneme>', ['tuple /T UW1 P AH0 L/']],
    ['<phoneme alphabet="arpabet" ph="AH0 AH0">uh</phoneme>', ['uh /AH1 AH0/']],
    ['<respell value="UHP">up</respell> ::UHP::', ['up /AH1 P/', ' ', 'UHP /AH1 P/']],
  ])('%s', (source, expected) => {
    expect(texts(source)).toEqual(expected)
  })

  test.each([
    ['<prosody rate="fast">a</prosody>', { tempo: 1.3 }],
    ['<prosody rate="120%">a</prosody>', { tempo: 1.2 }],
    ['<prosody rate="+10%">a</prosody>', { tempo: 1.1 }],
    ['<prosody rate="-10%">a</prosody>', { tempo: 0.9 }],
    ['<prosody rate="1.5">a</prosody>', { tempo: 1.5 }],
    ['<prosody pitch="+10%">a</prosody>', { pitch: 10 }],
    ['<prosody pitch="+12st">a</prosody>', { pitch: 100 }],
    ['<prosody pitch="-12st">a</prosody>', { pitch: -50 }],
    ['<prosody pitch="x-low">a</prosody>', { pitch: -30 }],
    ['<prosody volume="+6dB">a</prosody>', { loudness: 6 }],
    ['<prosody volume="loud">a</prosody>', { loudness: 4 }],
    ['<prosody volume="+100%">a</prosody>', { loudness: 20 * Math.log10(2) }],
    ['<prosody volume="100">a</prosody>', { loudness: 0 }],
    ['<prosody volume="0">a</prosody>', { loudness: -100 }],
    ['<prosody volume="-100%">a</prosody>', { loudness: -100 }],
    ['<prosody>a</prosody>', {}],
    ['<prosody rate="default" pitch="high" volume="silent">a</prosody>', { pitch: 25, loudness: -100 }],
    ['<prosody rate="2"><prosody rate="50%"><tempo value="3">a</tempo></prosody></prosody>', { tempo: 3 }],
    ['<prosody volume="-2dB"><loudness value="-40">a</loudness></prosody>', { loudness: -42 }],
    ['<prosody pitch="+20%"><pitch value="50">a</pitch></prosody>', { pitch: 80 }],
    ['<pitch value="-250"><prosody rate="1">a</prosody></pitch>', { pitch: -250 }],
    ['<pitch value="-250"><prosody pitch="+20%">a</prosody></pitch>', { pitch: -100 }],
    [`${'<prosody rate="1e300">'.repeat(3)}<tempo value="0">a</tempo>${'</prosody>'.repeat(3)}`, { tempo: 0 }],
  ])('%s', (source, delivery) => {
    const [run] = runsOf(source)
    const { tempo = 1, loudness = 0, pitch = 0 }: Partial<MarkupRun['delivery']> = delivery
    expect(run?.delivery.tempo).toBeCloseTo(tempo, 9)
    expect(run?.delivery.loudness).toBeCloseTo(loudness, 9)
    expect(run?.delivery.pitch).toBeCloseTo(pitch, 9)
  })

  test('emphasis and say-as reach the runs inside', () => {
    const source =
      '<emphasis>a <emphasis level="strong">b</emphasis></emphasis><break/><say-as interpret-as="date" format="mdy">1/2</say-as>'
    expect(runsOf(source)).toMatchObject([
      { text: 'a ', emphasis: 'moderate' },
      { text: 'b', emphasis: 'strong' },
      { kind: 'break' },
      { text: '1/2', sayAs: { interpretAs: 'date', format: 'mdy' } },
    ])
  })
})

describe('what has no meaning here is left out with a warning, and its words are spoken', () => {
  test.each<readonly [string, string, string]>([
    [
      '<speak><voice name="x">a</voice></speak>',
      ' a ',
      'tag <voice> is left out, because it has no effect here: at offset 7',
    ],
    ['New <mark name="x"/>York', 'New York', 'tag <mark> is left out'],
    ['un<w role="x">believ</w>able', 'unbelievable', 'tag <w> is left out'],
    ['<lang xml:lang="de-DE">Haus</lang>', 'Haus', 'tag <lang> is left out'],
    ['a<audio src="https://x/y.mp3">b</audio>', 'a b ', 'tag <audio> is left out'],
    ['<mstts:express-as style="sad">a</mstts:express-as>', ' a ', 'tag <mstts:express-as> is left out'],
    ['<amazon:effect name="whispered">a</amazon:effect>', ' a ', 'tag <amazon:effect> is left out'],
    ['<lexicon uri="https://x/y.pls"/>a', ' a', 'tag <lexicon> is left out'],
    ['<metadata><x>b ::a::</x></metadata>a', '  a', 'tag <metadata> is left out'],
    ['<phoneme alphabet="x-sampa" ph="t">a</phoneme>', 'a', 'alphabet "x-sampa" of <phoneme> is left out'],
    ['<sub alias="c d">a<mark name="m"/>b</sub>', 'c d', 'tag <mark> is left out'],
    [
      '<prosody pitch="110Hz">a</prosody>',
      'a',
      'pitch "110Hz" of <prosody> is left out, because it has no effect here: at offset 16',
    ],
    ['<prosody amazon:max-duration="2s">a</prosody>', 'a', 'attribute amazon:max-duration of <prosody> is left out'],
    ['<say-as interpret-as="foo">a</say-as>', 'a', 'interpret-as "foo" of <say-as> is left out'],
    ['<p xml:lang="fr">a</p>', 'edgeaedge', 'language "fr" of <p> is left out'],
  ])('%s', (source, heard, warning) => {
    const tree = parseMarkup(source, { ssml: true })
    expect(
      layOutRuns(tree)
        .map((run) => ('text' in run ? run.text : run.kind))
        .join(''),
    ).toBe(heard)
    expect(tree.warnings.join('\n')).toContain(warning)
  })

  test('attributes about the document are no cause for a warning', () => {
    const source =
      '<ssml:speak version="1.1" xmlns:ssml="http://www.w3.org/2001/10/synthesis" xml:lang="en-GB">a</ssml:speak>'
    expect(parseMarkup(source, { ssml: true }).warnings).toEqual([])
  })
})

describe('what is not spoken is refused with its place', () => {
  test.each([
    ['<voice name="x">a', 0, '<voice>: it is never closed'],
    ['<voice name="x"><s>a</voice></s>', 20, '<s> inside it is still open'],
    ['a <b>', 2, '<b>'],
    ['a </b>', 2, '</b>'],
    ['<speak>a', 0, '<speak>: it is never closed'],
    ['<p>a<p>b</p></p>', 4, '<p> inside <p>'],
    ['<break>a</break>', 7, 'Cannot put text inside <break>'],
    ['<break><s>a</s></break>', 7, 'Cannot put <s> inside <break>'],
    ['<break time="5"/>', 13, 'expected a time such as 500ms or 1.5s'],
    ['<break time="-1s"/>', 13, 'expected a time'],
    ['<break strength="huge"/>', 17, 'expected one of none, x-weak'],
    ['<prosody rate="quick">a</prosody>', 15, 'rate is "quick", expected a value such as 120%'],
    ['<prosody pitch="+9e9st">a</prosody>', 16, 'pitch'],
    ['<prosody volume="+dB">a</prosody>', 17, 'volume'],
    ['<emphasis level="big">a</emphasis>', 17, 'expected one of none, reduced, moderate, strong'],
    ['<say-as>a</say-as>', 0, 'interpret-as is missing'],
    ['<say-as interpret-as="date"><break/></say-as>', 28, 'Cannot put <break> inside <say-as>'],
    ['<sub>a</sub>', 0, 'alias is missing'],
    ['<sub alias=" ">a</sub>', 12, 'expected words'],
    ['<sub alias="b"></sub>', 0, '<sub>: it wraps no words'],
    ['<sub alias="b">a</sub>c', 0, '<sub> to part of a word'],
    ['<phoneme>a</phoneme>', 0, 'ph is missing'],
    ['<phoneme ph="">a</phoneme>', 13, 'expected sounds'],
    ['<phoneme ph="ˈˈ">a</phoneme>', 13, 'expected sounds'],
    ['<phoneme ph="tʘ">a</phoneme>', 13, 'expected sounds of English in IPA'],
    ['<phoneme alphabet="arpabet" ph="T QQ1">a</phoneme>', 32, 'ARPAbet, which has no "QQ1"'],
    ['<phoneme alphabet="arpabet" ph="T1">a</phoneme>', 32, 'which has no "T1"'],
    ['a&#0;', 1, 'Cannot decode &#0;: Unicode has no such character'],
    ['a&#xD800;', 1, 'Cannot decode &#xD800;'],
    ['a&#1114112;', 1, 'Cannot decode &#1114112;'],
    ['<sub alias="&#0;">a</sub>', 12, 'Cannot decode &#0;'],
    ['a &nbsp; b', 2, 'Cannot decode &nbsp;: SSML has only &amp;'],
    ['caf&eacute;', 3, 'Cannot decode &eacute;'],
    ['a &AMP; b', 2, 'Cannot decode &AMP;'],
    ['a &#; b', 2, 'Cannot decode &#;'],
    ['<sub alias="&xxe;">a</sub>', 12, 'Cannot decode &xxe;'],
    ['<!DOCTYPE speak [<!ENTITY xxe "boo">]><speak>&xxe;</speak>', 0, 'Cannot read SSML with a document type'],
    ['<?xml version="1.0"?>\n<!doctype speak>\n<speak>a</speak>', 22, 'Cannot read SSML with a document type'],
    ['a <!-- b', 2, 'Cannot read comment'],
    ['a <?xml', 2, 'Cannot read XML declaration'],
    ['a <![CDATA[ b', 2, 'Cannot read CDATA section'],
    ['a<emphasis>b</emphasis>', 1, '<emphasis> to part of a word'],
  ])('%s', (source, offset, problem) => {
    expect(() => runsOf(source)).toThrow(MarkupSyntaxError)
    expect(() => runsOf(source)).toThrow(problem)
    expect(() => runsOf(source)).toThrow(`(at offset ${offset})`)
  })
})
