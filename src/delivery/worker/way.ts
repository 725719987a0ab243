import { type MessageSender, type SendOutcome, unansweredCode } from '../sender.ts'

import type { DeliveryEvent, WayName } from './delivery-event.ts'
import type { Parcel } from './parcel.ts'

export interface WayOptions {
  name: WayName
  sender: MessageSender
  size: number
  onEvent: (event: DeliveryEvent) => void
  onRoom: () => void
  pauses?: Pauses
  /** Pauses after this many unanswered messages in a row. Absent: never. */
  mostUnanswered?: number
}

export interface Pauses {
  /** If no message gets through. Doubles each time. */
  firstMs: number
  longestMs: number
  /** If others get through, for example because the server accepts fewer connections than we open. */
  restMs: number
}
const PAUSES: Pauses = { firstMs: 1_000, longestMs: 60_000, restMs: 5_000 }
/** Probing a server that doesn't answer may send a second copy, so it is probed less often. */
const LONGER_IF_UNANSWERED = 5

export interface Way {
  room(): number
  isTrying(): boolean
  /** Sends, waits until the outcome is recorded, and only then frees the slot. */
  carry(parcel: Parcel, record: (outcome: SendOutcome) => Promise<void>): Promise<void>
  stop(): void
}

export function openWay({
  name,
  sender,
  size,
  onEvent,
  onRoom,
  pauses = PAUSES,
  mostUnanswered = Number.POSITIVE_INFINITY,
}: WayOptions): Way {
  let used = 0
  let passedAt = Number.NEGATIVE_INFINITY
  /** Consecutive, over all connections. */
  let unanswered = 0
  let pause: { lengthMs: number; isOver: boolean; isTried: boolean } | undefined
  const timers = new Set<NodeJS.Timeout>()

  function room() {
    if (pause === undefined) return size - used
    return pause.isOver && !pause.isTried ? 1 : 0
  }

  async function carry(parcel: Parcel, record: (outcome: SendOutcome) => Promise<void>) {
    const begunAt = performance.now()
    const own = pause
    if (own !== undefined) own.isTried = true
    used++
    let resolveRecorded = () => {}
    const recorded = new Promise<void>((resolve) => {
      resolveRecorded = resolve
    })
    const outcome = await send(sender, parcel, recorded)
    const isTrial = own !== undefined
    if (outcome.kind === 'away') block(outcome.reason, { begunAt, isTrial })
    else if (outcome.kind === 'perhaps') doubt(outcome.reason, { isTrial })
    else pass(outcome)
    await record(outcome)
    resolveRecorded()
    const isResting = outcome.kind === 'away' && pause === undefined
    if (isResting) after(pauses.restMs, leave)
    else leave()
  }

  function leave() {
    used--
    onRoom()
  }

  function block(reason: string, { begunAt, isTrial }: { begunAt: number; isTrial: boolean }) {
    const othersPassed = passedAt > begunAt
    if (!othersPassed) close(reason, { isTrial, times: 1 })
  }

  /** It may have arrived. A probe only ends with an answer. */
  function doubt(reason: string, { isTrial }: { isTrial: boolean }) {
    unanswered++
    const isBlocked = unanswered >= mostUnanswered || isTrial
    if (isBlocked) close(unansweredCode(reason), { isTrial, times: LONGER_IF_UNANSWERED })
  }

  function close(reason: string, { isTrial, times }: { isTrial: boolean; times: number }) {
    if (pause !== undefined && !isTrial) return
    const longerMs = pause === undefined ? pauses.firstMs * times : pause.lengthMs * 2
    const lengthMs = Math.min(longerMs, pauses.longestMs * times)
    const next = { lengthMs, isOver: false, isTried: false }
    pause = next
    onEvent({ kind: 'paused', way: name, reason, forMs: lengthMs })
    after(lengthMs, () => {
      next.isOver = true
      onRoom()
    })
  }

  function pass({ kind }: SendOutcome) {
    // A message that was never sent proves nothing about the way; another has to probe.
    if (kind === 'too-late' || kind === 'held') {
      if (pause !== undefined) pause.isTried = false
      return
    }
    passedAt = performance.now()
    // "Later" is an answer, but no message arrived.
    if (kind !== 'later') unanswered = 0
    if (pause === undefined) return
    pause = undefined
    onEvent({ kind: 'resumed', way: name })
  }

  function after(ms: number, act: () => void) {
    const timer = setTimeout(() => {
      timers.delete(timer)
      act()
    }, ms)
    timers.add(timer)
  }

  return {
    room,
    isTrying: () => pause !== undefined,
    carry,
    stop: () => {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

async function send(
  sender: MessageSender,
  { lane, deliveries, publications }: Parcel,
  recorded: Promise<void>,
): Promise<SendOutcome> {
  try {
    if (lane === 'digest') return await sender.sendDigest(deliveries, publications, recorded)
    return await sender.send(deliveries[0], publications[0], recorded)
  } catch (error) {
    return { kind: 'later', reason: error instanceof Error ? error.name : 'unknown' }
  }
}
