/** Sentences that were asked for at the same moment, from that moment to the end of the last. */
export type SpokenTogether = {
  readonly wallSeconds: number
  /** Of all sentences. */
  readonly audioSeconds: number
  /** For each sentence, how long its caller waited for the first audio. */
  readonly firstAudioMs: readonly number[]
  /** Computed for all sentences, by all processes. */
  readonly cpuMs: number
  /** Resident memory of all processes that spoke. */
  readonly megabytes: number
}

/** Something that speaks sentences as files or streams do: each as soon as it can. */
export type Contender = {
  readonly name: string
  speakTogether(texts: readonly string[]): Promise<SpokenTogether>
  close(): Promise<void>
}
