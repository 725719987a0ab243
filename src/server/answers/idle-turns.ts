import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** Readers get at least so many times the time that was just worked. */
const REST_PER_WORK = 2
const LEAST_REST_MS = 1
const MOST_REST_MS = 200
/** Above it, while we rest, readers keep the process busy by themselves. */
const BUSY_UTILIZATION = 0.7
const BUSY_REST_MS = 250

/** Lets readers in between two pieces of work, and waits while they need all there is. */
export async function restAfter(workedMs: number, isOver: () => boolean): Promise<void> {
  const restMs = Math.min(Math.max(workedMs * REST_PER_WORK, LEAST_REST_MS), MOST_REST_MS)
  let isBusy = (await utilizationOver(restMs)) > BUSY_UTILIZATION
  while (isBusy && !isOver()) isBusy = (await utilizationOver(BUSY_REST_MS)) > BUSY_UTILIZATION
}

/** The share of a rest that the process did not rest. */
async function utilizationOver(restMs: number): Promise<number> {
  const before: EventLoopUtilization = performance.eventLoopUtilization()
  await sleep(restMs, undefined, { ref: false })
  // Whoever came meanwhile is served first.
  await nextTurn()
  return performance.eventLoopUtilization(before).utilization
}
