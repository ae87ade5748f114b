import type { PcmAudio } from '../../audio/pcm-audio.ts'
import { joinSamples } from '../../audio/samples/join-samples.ts'
import type { SpeechChunk, SpeechEngine } from '../../synthesis/speech-engine.ts'
import { NEUTRAL_PROSODY, type Segment } from '../../synthesis/synthesis-plan.ts'

/**
 * Sentences that a voice package speaks when it is checked: each word with its phonemes, so that no lexicon is needed. Together they have all sounds of
 * American English.
 */
const SENTENCES: readonly string[] = [
  'the DH AH0 | morning M AO1 R N IH0 NG | train T R EY1 N | was W AH0 Z | late L EY1 T | again AH0 G EH1 N',
  'please P L IY1 Z | choose CH UW1 Z | a AH0 | seat S IY1 T | near N IH1 R | the DH AH0 | window W IH1 N D OW0',
  'nine N AY1 N | small S M AO1 L | boats B OW1 T S | crossed K R AO1 S T | the DH AH0 | wide W AY1 D | river R IH1 V ER0',
  'she SH IY1 | bought B AO1 T | fresh F R EH1 SH | bread B R EH1 D | and AH0 N D | a AH0 | jar JH AA1 R | of AH1 V | honey HH AH1 N IY0',
  'his HH IH1 Z | voice V OY1 S | echoed EH1 K OW0 D | through TH R UW1 | the DH IY0 | empty EH1 M P T IY0 | house HH AW1 S',
  'we W IY1 | measure M EH1 ZH ER0 | the DH AH0 | sugar SH UH1 G ER0 | before B IH0 F AO1 R | we W IY1 | add AE1 D | the DH AH0 | milk M IH1 L K',
  'a AH0 | judge JH AH1 JH | should SH UH1 D | hear HH IY1 R | both B OW1 TH | sides S AY1 D Z | of AH1 V | a AH0 | story S T AO1 R IY0',
  'children CH IH1 L D R AH0 N | laughed L AE1 F T | while W AY1 L | the DH AH0 | puppy P AH1 P IY0 | chased CH EY1 S T | a AH0 | ball B AO1 L',
  'the DH AH0 | path P AE1 TH | leads L IY1 D Z | up AH1 P | to T UW1 | a AH0 | quiet K W AY1 AH0 T | valley V AE1 L IY0',
  'thank TH AE1 NG K | you Y UW1 | for F ER0 | your Y AO1 R | patience P EY1 SH AH0 N S | this DH IH1 S | evening IY1 V N IH0 NG',
]

/** The sentences as segments for a voice of an engine. */
export function checkSegments(voice: string): readonly Segment[] {
  return SENTENCES.map((sentence) => {
    const words = sentence.split(' | ').map((word) => word.split(' '))
    return {
      voice: { name: voice, tempo: 1, expression: 1, size: 1 },
      words: words.map(([text = '', ...phonemes], source) => ({
        text,
        phonemes,
        source,
        prosody: NEUTRAL_PROSODY,
        shape: NEUTRAL_PROSODY,
        ...(source === words.length - 1 && { boundary: { mark: '.', pauseSeconds: 0.1 } as const }),
      })),
      levelDb: 0,
      brightnessDb: 0,
      isPressed: false,
      endsSentence: true,
    }
  })
}

/** What an engine gives for a segment, whole. */
export async function speakWhole(
  engine: SpeechEngine,
  segment: Segment,
): Promise<{ readonly audio: PcmAudio; readonly words: SpeechChunk['words'] }> {
  const chunks: Float32Array[] = []
  const times: SpeechChunk['words'][number][] = []
  for await (const { audio, words } of engine.speak(segment, { signal: new AbortController().signal })) {
    chunks.push(audio.samples)
    times.push(...words)
  }
  return { audio: { samples: joinSamples(chunks), sampleRate: engine.sampleRate }, words: times }
}
