/** Ends a transaction without anything of it staying, with an outcome that is no fault. */
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
