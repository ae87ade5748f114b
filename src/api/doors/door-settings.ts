/** What operators set for doors. */
export type DoorSettings = {
  /** Whether the lists of voices and models of OpenAI's door need no key: some tools ask for them without one. */
  readonly publicVoiceList: boolean
  /** Where the Wyoming door listens; undefined while it is closed. The protocol has no keys, so all clients speak with this one. */
  readonly wyoming: { readonly host: string; readonly port: number; readonly key: string } | undefined
}
