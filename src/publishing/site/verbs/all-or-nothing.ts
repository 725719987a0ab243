import type { Kysely, Transaction } from 'kysely'
import { againOnDeadlock } from '../../../db/again-on-deadlock.ts'
import type { DB } from '../../../db/database.ts'
import { takeTurn } from '../../../db/site-editing/site-rows.ts'

export type GiveUp<Outcome> = (outcome: Outcome) => never

/**
 * One change of the site at a time, in one transaction. Records that are published at the same time refer
 * to the same rows, so it may have to retry.
 */
export async function allOrNothing<Outcome>(
  db: Kysely<DB>,
  change: (trx: Transaction<DB>, giveUp: GiveUp<Outcome>) => Promise<Outcome>,
): Promise<Outcome> {
  const giveUp = (outcome: Outcome): never => {
    throw new GivenUp(outcome)
  }
  try {
    return await againOnDeadlock(() =>
      db.transaction().execute(async (trx) => {
        await takeTurn(trx)
        return change(trx, giveUp)
      }),
    )
  } catch (error) {
    if (error instanceof GivenUp) return error.outcome as Outcome
    throw error
  }
}

class GivenUp extends Error {
  readonly outcome: unknown

  constructor(outcome: unknown) {
    super('given up')
    this.outcome = outcome
  }
}
