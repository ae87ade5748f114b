import type { Substitution } from './markup-token.ts'

/** Cues that ElevenLabs publishes for its version 3 models, in its guide to prompting and in the prompt that adds cues to texts. */
const CUES: ReadonlySet<string> = new Set(
  (
    'laughs|laughs harder|laughs hard|starts laughing|laughing|giggles|giggling|chuckles|cracking up|with genuine belly laugh|wheezing|snorts|' +
    'whispers|whispering|whisper|shouts|shout|shouting|muttering|stuttering|stammers|sighs|sigh|exhales|exhale|exhales sharply|inhales deeply|' +
    'gasps|gasp|coughs|groaning|clears throat|crying|cries|sobbing|hesitates|' +
    'sarcastic|sarcastically|curious|curiously|excited|excitedly|mischievously|happy|happily|sad|sadly|angry|angrily|annoyed|appalled|' +
    'thoughtful|surprised|impressed|delighted|amazed|warmly|nervously|desperately|deadpan|alarmed|sheepishly|reassuring|cautiously|' +
    'cheerfully|indecisive|quizzically|elated|sorrowful|sympathetic|questioning|professional|dramatically|panicking|frustrated|calm|calmly|' +
    'tired|resigned|playfully|flatly|confused|serious|' +
    'gunshot|applause|clapping|explosion|swallows|gulps|gulp|sings|singing|woo|fart|robotic voice|binary beeping|' +
    'pause|pauses|short pause|long pause|rushed|slowly|drawn out|slows down|speaking softly|starting to speak|jumping in|overlapping|interrupting'
  ).split('|'),
)
const CUE = /\[([a-z][a-z ]{0,40})\]/iy
const ACCENT = /^(?:[a-z]+ ){1,3}accent$/

/** Reads the cue in square brackets that begins at `start`; undefined if the brackets hold anything else. */
export function readCue(source: string, start: number): Substitution | undefined {
  CUE.lastIndex = start
  const match = CUE.exec(source)
  if (match === null) return undefined
  const words = match[1]!.trim().toLowerCase().replaceAll(/ +/g, ' ')
  if (!CUES.has(words) && !ACCENT.test(words)) return undefined
  return { kind: 'substitution', text: '', span: { start, end: start + match[0].length } }
}
