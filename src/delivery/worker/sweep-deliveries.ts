import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { deleteOldDeliveries } from '../../db/deliveries.ts'
import { deleteOldSlots } from '../../db/send-slots.ts'
import { countSubscribersNow, deleteSubscriberCounts, noteSubscriberCounts } from '../../db/subscribers.ts'
import { DELIVERIES_KEPT_DAYS } from '../../domain/notifying/figure-days.ts'
import { DAY_MS, MINUTE_MS } from '../../domain/time.ts'

const SLOTS_KEPT_FOR_MS = DAY_MS
/** Numbers only, without people. */
const COUNTS_KEPT_FOR_MS = 800 * DAY_MS
const SWEEP_EVERY_MS = 60 * MINUTE_MS
/** Small, to keep locks short. */
const SLICE = 5_000

export async function sweepDeliveries(
  db: Kysely<DB>,
  { now, slice = SLICE }: { now: Date; slice?: number },
): Promise<void> {
  const createdBefore = new Date(now.getTime() - DELIVERIES_KEPT_DAYS * DAY_MS)
  let deleted = slice
  while (deleted === slice) deleted = await deleteOldDeliveries(db, { createdBefore, most: slice })
  await deleteOldSlots(db, { before: new Date(now.getTime() - SLOTS_KEPT_FOR_MS) })
}

/** The last count of a day stays. Several processes can do it. */
export async function countSubscribers(db: Kysely<DB>, { now }: { now: Date }): Promise<void> {
  const dayOf = (at: Date) => at.toISOString().slice(0, 10)
  await noteSubscriberCounts(db, { day: dayOf(now), counts: await countSubscribersNow(db) })
  await deleteSubscriberCounts(db, { before: dayOf(new Date(now.getTime() - COUNTS_KEPT_FOR_MS)) })
}

export function startSweepingDeliveries(of: {
  db: Kysely<DB>
  clock: () => Date
  onError: (error: unknown) => void
}): { stop(): Promise<void> } {
  let sweeping = Promise.resolve()
  const sweep = () => {
    sweeping = sweeping
      .then(() => sweepDeliveries(of.db, { now: of.clock() }))
      .catch(of.onError)
      .then(() => countSubscribers(of.db, { now: of.clock() }))
      .catch(of.onError)
  }
  sweep()
  const timer = setInterval(sweep, SWEEP_EVERY_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await sweeping
    },
  }
}
