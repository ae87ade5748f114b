/** Who waits for a place. Times are milliseconds of one clock. */
export type Waiter = {
  readonly account: string
  /** When waiting is over. */
  readonly deadline: number
}

/** Accounts whose last turn is remembered. */
const MAX_ACCOUNTS = 1000

/** Remembers in which order accounts had their turns. */
export class AccountTurns {
  readonly #last = new Map<string, number>()
  #turn = 0

  /** 0 for an account that has had no turn for long. */
  lastOf(account: string): number {
    return this.#last.get(account) ?? 0
  }

  note(account: string): void {
    this.#last.delete(account)
    this.#last.set(account, ++this.#turn)
    if (this.#last.size > MAX_ACCOUNTS) this.#last.delete(this.#last.keys().next().value!)
  }
}

/** Callers in line. Accounts take turns; of one account, the one whose deadline is first goes first. */
export class WaitingLine<Item extends Waiter> {
  readonly #byAccount = new Map<string, Item[]>()
  readonly #turns = new AccountTurns()
  #length = 0

  get length(): number {
    return this.#length
  }

  get all(): readonly Item[] {
    return [...this.#byAccount.values()].flat()
  }

  has(item: Item): boolean {
    return this.#byAccount.get(item.account)?.includes(item) === true
  }

  add(item: Item): void {
    this.#length += 1
    const own = this.#byAccount.get(item.account)
    if (own === undefined) {
      this.#byAccount.set(item.account, [item])
      return
    }
    const place = own.findLastIndex(({ deadline }) => deadline <= item.deadline) + 1
    own.splice(place, 0, item)
  }

  remove(item: Item): void {
    const own = this.#byAccount.get(item.account) ?? []
    const place = own.indexOf(item)
    if (place === -1) return
    this.#length -= 1
    own.splice(place, 1)
    if (own.length === 0) this.#byAccount.delete(item.account)
  }

  /** Takes an item out because it has its turn. */
  take(item: Item): void {
    this.remove(item)
    this.noteTurn(item.account)
  }

  /** An account has its turn without having waited. */
  noteTurn(account: string): void {
    this.#turns.note(account)
  }

  /** The first of each account: accounts with the smallest `holding` first, then those whose last turn was longest ago. */
  heads(holding: (account: string) => number): readonly Item[] {
    const heads = [...this.#byAccount.values()].map(([first]) => first!)
    const order = heads.map((item) => {
      return { item, held: holding(item.account), turn: this.#turns.lastOf(item.account) }
    })
    order.sort((one, other) => one.held - other.held || one.turn - other.turn)
    return order.map(({ item }) => item)
  }

  /** Those who have their turns before one more caller of this account with this deadline. */
  ahead({ account, deadline }: Waiter): readonly Item[] {
    const own = (this.#byAccount.get(account) ?? []).filter((one) => one.deadline <= deadline)
    const others = [...this.#byAccount].filter(([name]) => name !== account)
    return [...own, ...others.flatMap(([, items]) => items.slice(0, own.length + 1))]
  }
}
