export type VoiceStyle = 'Narration' | 'Promo' | 'Conversational' | 'Character' | 'Custom'

/** What callers know of a voice; the fields of an avatar. */
export type Avatar = {
  readonly name: string
  /** The `speaker_id` of requests; never reused for another voice. */
  readonly id: number
  readonly style: VoiceStyle
  readonly accentType: string
  readonly characteristics: readonly string[]
  /** `en_US`. */
  readonly locale: string
  readonly language: string
  readonly languageVariant: string | null
  /** Maker of a third-party voice; null for the service's own. */
  readonly source: string | null
  readonly otherTags: readonly string[]
  readonly gender: 'male' | 'female'
}

/** The loudness in LUFS to which `levelDb` brings every voice. */
export const CATALOGUE_LOUDNESS = -19

/** An avatar and how it is spoken: a voice of an engine with a base delivery. */
export type Voice = {
  readonly avatar: Avatar
  readonly engine: string
  readonly engineVoice: string
  /** Ratio; multiplies the tempo of every word. */
  readonly tempo: number
  readonly pitchSemitones: number
  /** Gain that brings the voice to `CATALOGUE_LOUDNESS`, in dB. */
  readonly levelDb: number
  /** High-shelf gain, in dB. */
  readonly brightnessDb: number
  /** Ratio; multiplies the length of every pause but those that markup asks for. */
  readonly pauses: number
  /** Width of the melody; 1 is the engine's own. */
  readonly expression: number
  /** Formant factor; 1 is the engine's own. */
  readonly size: number
  /** What the preview says. */
  readonly previewText: string
  /** Whether the avatar speaks for its id but is not in the list of avatars. */
  readonly isUnlisted?: true
}
