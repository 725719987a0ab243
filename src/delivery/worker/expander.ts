import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { expandNext } from '../expand/expand-next.ts'
import type { DeliveryEvent } from './delivery-event.ts'

export interface Expander {
  wake(): void
  stop(): Promise<void>
}

export function startExpander({
  db,
  clock,
  onEvent,
  onAdded,
  sliceUsers,
}: {
  db: Kysely<DB>
  clock: () => Date
  onEvent: (event: DeliveryEvent) => void
  onAdded: () => void
  sliceUsers?: number | undefined
}): Expander {
  let isAsked = false
  let isStopping = false
  let working: Promise<void> | undefined

  const expand = () => expandNext(db, { now: clock(), ...(sliceUsers !== undefined && { sliceUsers }) })

  async function work() {
    while (isAsked && !isStopping) {
      isAsked = false
      let outcome = await expand()
      while (outcome.kind === 'expanded') {
        onEvent(outcome)
        if (outcome.added > 0) onAdded()
        if (isStopping) return
        outcome = await expand()
      }
    }
  }

  return {
    wake: () => {
      isAsked = true
      if (isStopping) return
      working ??= work()
        .catch((error: unknown) => onEvent({ kind: 'failed', task: 'expand', error }))
        .finally(() => {
          working = undefined
        })
    },
    stop: async () => {
      isStopping = true
      await working
    },
  }
}
