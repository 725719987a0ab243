/** Rolls back a transaction with an outcome that is not an error. */
export class TakenBack<Outcome> extends Error {
  readonly outcome: Outcome

  constructor(outcome: Outcome) {
    super('Taken back')
    this.outcome = outcome
  }
}

export async function orTakeBack<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof TakenBack) return error.outcome as Outcome
    throw error
  }
}
