import type { DeliveryEvent } from '../delivery/worker/delivery-event.ts'

export type SettledEvent = Extract<DeliveryEvent, { kind: 'settled' }>

const TELL_EVERY_MS = 1_000

/** Adds up what was settled, and tells of it once a second: another process counts along. */
export function deliveryTally(tell: (settled: SettledEvent[]) => void) {
  let tally = new Map<string, SettledEvent>()
  let timer: NodeJS.Timeout | undefined

  function flush() {
    clearTimeout(timer)
    timer = undefined
    const settled = [...tally.values()]
    tally = new Map()
    if (settled.length > 0) tell(settled)
  }

  return {
    add: (event: DeliveryEvent) => {
      if (event.kind !== 'settled') return
      const key = `${event.lane} ${event.became}`
      const count = event.count + (tally.get(key)?.count ?? 0)
      tally.set(key, { ...event, count })
      timer ??= setTimeout(flush, TELL_EVERY_MS)
    },
    flush,
  }
}
