/**
 * Judged by the last outcomes of this many recipients. A relay that starts to refuse everyone costs at most
 * half of them.
 */
const JUDGED_BY = 20
const FIRST_REFUSED = 5

/**
 * Detects when there are too many refusals to be about the addresses. A misconfigured relay may claim that every
 * address is unknown. Without this brake, each one would be suppressed permanently.
 */
export class RefusalBrake {
  /** By address, most recent last, so that repeated attempts count once. */
  private readonly words = new Map<string, 'taken' | 'refused'>()

  record(address: string, word: 'taken' | 'refused') {
    this.words.delete(address)
    this.words.set(address, word)
    const [oldest] = this.words.keys()
    if (this.words.size > JUDGED_BY && oldest !== undefined) this.words.delete(oldest)
  }

  get isOn(): boolean {
    const recorded = this.words.size
    let refused = 0
    for (const word of this.words.values()) if (word === 'refused') refused += 1
    if (refused === recorded) return refused >= FIRST_REFUSED
    return recorded >= JUDGED_BY && refused > recorded / 2
  }
}
