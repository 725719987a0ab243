/** Of so many people the last word counts. A relay that begins to refuse everybody costs half as many at most. */
const JUDGED_BY = 20
/** Refused by a server that has taken nothing yet. */
const FIRST_REFUSED = 5

/**
 * Tells when refusals are too many to be about the addresses. A relay that is set up wrongly may refuse everybody in the
 * words for an address that is not there; each would be written to no more, and for good.
 */
export class RefusalBrake {
  /** By address, the last heard last: one that is tried over and over counts once. */
  private readonly words = new Map<string, 'taken' | 'refused'>()

  hear(address: string, word: 'taken' | 'refused') {
    this.words.delete(address)
    this.words.set(address, word)
    const [oldest] = this.words.keys()
    if (this.words.size > JUDGED_BY && oldest !== undefined) this.words.delete(oldest)
  }

  /** Off again by itself, as soon as others are taken. */
  get isOn(): boolean {
    const heard = this.words.size
    let refused = 0
    for (const word of this.words.values()) if (word === 'refused') refused += 1
    if (refused === heard) return refused >= FIRST_REFUSED
    return heard >= JUDGED_BY && refused > heard / 2
  }
}
