import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { recordFailures, switchOffChannel } from '../../db/channel-results.ts'
import { suppressAddress } from '../../db/channels.ts'
import type { DB } from '../../db/database.ts'
import { recordNotSent, recordSent } from '../../db/deliveries.ts'
import { retryDelayMs } from '../../domain/retry-delay.ts'
import type { DeliveryEvent } from './delivery-event.ts'
import type { Settlement } from './settlement.ts'
import { DISABLED_AFTER_FAILURES, DISABLED_AS_ASKED, shouldDisable } from './should-disable.ts'

type SentSettlement = Extract<Settlement, { kind: 'sent' }>
type OtherSettlement = Extract<Settlement, { kind: 'not-sent' }>

export interface Settler {
  /** Resolves when it is committed. */
  settle(settlement: Settlement): Promise<void>
  /** Sent messages can't be recorded at the moment. Claiming more would claim the same ones again. */
  isBehind(): boolean
  /** Whether this worker has sent it, recorded or not. A claim may overlap with the recording. */
  hasSent(id: number): boolean
  stop(): Promise<void>
}

/** Far more than can be sent during one overlapping claim. */
const SENT_REMEMBERED = 20_000

export function makeSettler({
  db,
  clock,
  onEvent,
}: {
  db: Kysely<DB>
  clock: () => Date
  onEvent: (event: DeliveryEvent) => void
}): Settler {
  const onError = (error: unknown) => onEvent({ kind: 'failed', task: 'settle', error })
  const sent = groupWrites({ write: writeSent, onError })
  const remembered = new Set<number>()
  const others = groupWrites({ write: writeOthers, onError })

  function remember(settlement: SentSettlement) {
    for (const { id } of settlement.sent) remembered.add(id)
    for (const oldest of remembered) {
      if (remembered.size <= SENT_REMEMBERED) break
      remembered.delete(oldest)
    }
  }

  async function writeSent(settlements: readonly SentSettlement[]) {
    const rows = settlements.flatMap((one) => one.sent)
    const mine = new Set(await recordSent(db, { sent: rows, now: clock() }))
    report(settlements, mine)
  }

  async function writeOthers(settlements: readonly OtherSettlement[]) {
    const { mine, off } = await db.transaction().execute(async (trx) => {
      const rows = settlements.flatMap(({ notSent }) => notSent)
      const mine = new Set(await recordNotSent(trx, rows))
      const own = settlements.filter((one) => isOf(one, mine))
      const now = clock()
      const failures = own.flatMap(({ failure }) => failure ?? [])
      const failing = failures.length === 0 ? [] : await recordFailures(trx, { failures, now })
      for (const { suppress } of own) {
        if (suppress !== undefined) await suppressAddress(trx, { ...suppress, now })
      }
      const useless = [
        ...own.flatMap(({ gone }) => (gone === undefined ? [] : [{ id: gone, reason: DISABLED_AS_ASKED }])),
        ...failing
          .filter((channel) => shouldDisable({ ...channel, now }))
          .map(({ id }) => ({ id, reason: DISABLED_AFTER_FAILURES })),
      ]
      const off: number[] = []
      for (const { id: channelId, reason } of useless) {
        if (await switchOffChannel(trx, { channelId, reason, now })) off.push(channelId)
      }
      return { mine, off }
    })
    report(settlements, mine)
    for (const channelId of off) onEvent({ kind: 'switched-off', channelId })
  }

  function report(settlements: readonly Settlement[], mine: ReadonlySet<number>) {
    const counts = new Map<string, Extract<DeliveryEvent, { kind: 'settled' }>>()
    let overtaken = 0
    for (const settlement of settlements) {
      const { lane } = settlement
      const rows = settlement.kind === 'sent' ? settlement.sent : settlement.notSent
      const became = settlement.kind === 'sent' ? 'sent' : settlement.became
      const count = rows.filter(({ id }) => mine.has(id)).length
      overtaken += rows.length - count
      if (count === 0) continue
      const known = counts.get(lane + became)
      counts.set(lane + became, {
        kind: 'settled',
        lane,
        became,
        count: count + (known?.count ?? 0),
        ...(settlement.kind === 'not-sent' && {
          reasons: withReason(known?.reasons ?? {}, settlement.reason, count),
        }),
      })
      const isReported = settlement.kind === 'not-sent' && settlement.reason !== ''
      if (isReported) {
        for (const { id: deliveryId } of settlement.notSent) {
          onEvent({ kind: 'not-sent', lane, became, deliveryId, reason: settlement.reason })
        }
      }
    }
    for (const event of counts.values()) onEvent(event)
    if (overtaken > 0) onEvent({ kind: 'overtaken', count: overtaken })
  }

  return {
    settle: (settlement) => {
      if (settlement.kind === 'not-sent') return others.write(settlement)
      remember(settlement)
      return sent.write(settlement)
    },
    isBehind: sent.isBehind,
    hasSent: (id) => remembered.has(id),
    stop: async () => {
      await Promise.all([sent.stop(), others.stop()])
    },
  }
}

/** Server messages may all be different, so a log line only has a few. */
const REASONS_NAMED = 10

function withReason(reasons: Record<string, number>, code: string, count: number) {
  const reason = code === '' ? 'not begun' : code
  const isNamed = reason in reasons || Object.keys(reasons).length < REASONS_NAMED
  const name = isNamed ? reason : 'others'
  return { ...reasons, [name]: (reasons[name] ?? 0) + count }
}

function isOf({ notSent }: OtherSettlement, mine: ReadonlySet<number>) {
  return notSent.some(({ id }) => mine.has(id))
}

const FIRST_RETRY_MS = 100
const LONGEST_RETRY_MS = 2_000

interface GroupedWrites<Item> {
  write(item: Item): Promise<void>
  isBehind(): boolean
  /** Gives up writes that don't succeed by then; their leases expire. */
  stop(): Promise<void>
}

/** Failed writes are retried forever, because sent messages must not be forgotten. */
function groupWrites<Item>({
  write,
  onError,
}: {
  write: (items: readonly Item[]) => Promise<void>
  onError: (error: unknown) => void
}): GroupedWrites<Item> {
  let waiting: { item: Item; done: () => void }[] = []
  let working: Promise<void> | undefined
  let isBehind = false
  const stopping = new AbortController()

  async function work() {
    while (waiting.length > 0) {
      // Wait for everything else from this turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve))
      const group = waiting
      waiting = []
      await writeForGood(group.map(({ item }) => item))
      for (const { done } of group) done()
    }
    working = undefined
  }

  async function writeForGood(items: Item[]) {
    for (let attempts = 1; ; attempts++) {
      try {
        await write(items)
        isBehind = false
        return
      } catch (error) {
        isBehind = true
        onError(error)
        if (stopping.signal.aborted) return
        const retryMs = retryDelayMs({ attempts, firstMs: FIRST_RETRY_MS, longestMs: LONGEST_RETRY_MS })
        await sleep(retryMs, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }

  return {
    write: (item) =>
      new Promise((done) => {
        waiting.push({ item, done })
        working ??= work()
      }),
    isBehind: () => isBehind,
    stop: async () => {
      stopping.abort()
      await working
    },
  }
}
