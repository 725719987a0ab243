import type { Priority } from '../../db/deliveries.ts'
import type { SendOutcome } from '../sender.ts'
import { isInTime, type Parcel } from './parcel.ts'
import type { Way } from './way.ts'

export interface LaneOptions {
  way: Way
  width: number
  /** How many messages it claims in advance at most, so that sending never waits for a claim. */
  ahead: number
  /** A message without an answer after `ms` moves aside and frees its place. At most `beside` of them. */
  patience?: { ms: number; beside: number }
  priorities: readonly Priority[]
  claim: (asked: { priority: Priority; limit: number }) => Promise<{ parcels: Parcel[]; mayBeMore: boolean }>
  /** Only claims if nothing is waiting, because waiting parcels have a fixed send time. */
  isPaced: boolean
  mayClaim: () => boolean
  /** If a claim crossed its recording, records a sent parcel again and returns true. */
  settleIfSent: (parcel: Parcel) => boolean
  record: (parcel: Parcel, outcome: SendOutcome) => Promise<void>
  giveBack: (parcel: Parcel) => void
  onError: (error: unknown) => void
  clock: () => Date
}

export interface DeliveryLane {
  wake(): void
  pump(): void
  /** Gives back parcels that haven't started. Resolves when the others have ended. */
  stop(): Promise<void>
}

const URGENT: Priority = 0
/** A lane that needs more within this time doubles its batch. */
const SOON_MS = 1_000

export function startLane(options: LaneOptions): DeliveryLane {
  const { way, width, ahead, patience, priorities, isPaced, clock } = options
  const queues = new Map(
    priorities.map((priority) => [priority, { waiting: [] as Parcel[], mayBeMore: false }]),
  )
  const underWay = new Set<Promise<void>>()
  let busy = 0
  let beside = 0
  let batch = Math.min(width * 2, ahead)
  let refilledAt = Number.NEGATIVE_INFINITY
  let refilling: Promise<void> | undefined
  let alarm: NodeJS.Timeout | undefined
  let isStopping = false

  function wake() {
    for (const queue of queues.values()) queue.mayBeMore = true
    pump()
  }

  function pump() {
    if (isStopping) return
    while (busy < width && way.room() > 0) {
      const parcel = next()
      if (parcel === undefined) break
      begin(parcel)
    }
    refill()
  }

  function next(): Parcel | undefined {
    const now = clock()
    let earliest: number | undefined
    for (const { waiting } of queues.values()) {
      for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
        const isReady = first.notBefore <= now
        if (!isReady) {
          earliest = Math.min(earliest ?? Number.POSITIVE_INFINITY, first.notBefore.getTime())
          break
        }
        waiting.shift()
        if (options.settleIfSent(first)) continue
        if (isInTime(first, now)) return first
        options.giveBack(first)
      }
    }
    if (earliest !== undefined) ringAfter(earliest - now.getTime())
    return undefined
  }

  function ringAfter(ms: number) {
    clearTimeout(alarm)
    alarm = setTimeout(pump, Math.max(1, ms))
  }

  function begin(parcel: Parcel) {
    busy++
    let isBeside = false
    const timer =
      patience &&
      setTimeout(() => {
        if (beside >= patience.beside) return
        isBeside = true
        beside++
        busy--
        pump()
      }, patience.ms)
    const carried = way
      .carry(parcel, (outcome) => options.record(parcel, outcome))
      .catch(options.onError)
      .finally(() => {
        clearTimeout(timer)
        underWay.delete(carried)
        if (isBeside) beside--
        else busy--
        pump()
      })
    underWay.add(carried)
  }

  function refill() {
    if (refilling !== undefined || isStopping || !needsMore()) return
    adapt()
    refilling = claimMore()
      .catch((error: unknown) => {
        // The next poll is soon enough.
        for (const queue of queues.values()) queue.mayBeMore = false
        options.onError(error)
      })
      .finally(() => {
        refilling = undefined
        pump()
      })
  }

  function needsMore() {
    const isClosed = way.isTrying() && way.room() === 0
    return !isClosed && options.mayClaim() && [...queues.values()].some(isLow)
  }

  function isLow({ waiting, mayBeMore }: { waiting: Parcel[]; mayBeMore: boolean }) {
    return mayBeMore && waiting.length < (isPaced || way.isTrying() ? 1 : batch / 2)
  }

  /** About as many as can be sent in a second. With more, a slow server would let leases expire. */
  function adapt() {
    const at = performance.now()
    const isFast = at - refilledAt < SOON_MS
    batch = isFast ? Math.min(batch * 2, ahead) : Math.max(Math.ceil(batch / 2), Math.min(width, ahead))
    refilledAt = at
  }

  async function claimMore() {
    for (const [priority, queue] of queues) {
      if (!isLow(queue)) continue
      const limit = way.isTrying() ? 1 : batch
      const { parcels, mayBeMore } = await options.claim({ priority, limit })
      queue.mayBeMore = mayBeMore
      queue.waiting.push(...parcels)
      if (isStopping || (way.isTrying() && way.room() === 0)) return clear()
      if (priority === URGENT) pump()
    }
  }

  /** For other workers, whose way may be open. */
  function clear() {
    for (const queue of queues.values()) {
      for (const parcel of queue.waiting.splice(0)) options.giveBack(parcel)
    }
  }

  return {
    wake,
    pump: () => {
      if (way.isTrying() && way.room() === 0) clear()
      pump()
    },
    stop: async () => {
      isStopping = true
      clearTimeout(alarm)
      clear()
      await refilling
      await Promise.all(underWay)
    },
  }
}
