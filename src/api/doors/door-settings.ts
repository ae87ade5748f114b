/** What operators set for doors that listen on ports of their own. */
export type DoorSettings = {
  /** Undefined while the door is closed. The protocol has no keys, so all clients speak with this one. */
  readonly wyoming: { readonly host: string; readonly port: number; readonly key: string } | undefined
}
