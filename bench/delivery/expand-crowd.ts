import type { Kysely } from 'kysely'
import type { DB } from '../../src/db/database.ts'
import { expandNext } from '../../src/delivery/expand/expand-next.ts'
import { type Crowd, publishIncident } from './notify-crowd.ts'

export interface Expanded {
  amount: number
  ms: number
  slicesMs: number[]
}

export async function expandCrowd(db: Kysely<DB>, crowd: Crowd): Promise<Expanded> {
  await publishIncident(db, crowd, { notifies: true })
  const begin = performance.now()
  const slicesMs: number[] = []
  let amount = 0
  for (;;) {
    const sliceBegin = performance.now()
    const outcome = await expandNext(db, { now: new Date() })
    if (outcome.kind === 'nothing') break
    amount += outcome.added
    slicesMs.push(performance.now() - sliceBegin)
  }
  if (amount !== crowd.amount) throw new Error(`${amount} of ${crowd.amount} recipients were found.`)
  return { amount, ms: performance.now() - begin, slicesMs }
}
