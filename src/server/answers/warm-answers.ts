import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { carriedOver } from '../../edition/carry-over.ts'
import type { Held, PrepareAnswers } from '../../edition/hold-edition.ts'
import type { AppContext } from '../context.ts'
import { Fault } from '../http/faults.ts'
import {
  ADDRESSES_OF_ALL,
  filesToWarm,
  missingPagesToWarm,
  type NewsToWarm,
  newsToWarm,
  pagesToWarm,
} from './addresses-to-warm.ts'
import { provenOrMade } from './cached-or-made.ts'
import { makeAnswerAt, makeUnder } from './make-answer-at.ts'
import { readAsked } from './make-read.ts'

const READY_WITHIN_MS = 250
/** A per-minute answer is renewed this long before it expires. We also check this often. */
const RENEWED_BEFORE_END_MS = 15_000
const LOOKED_AT_EVERY_MS = 5_000
/**
 * This many of the most requested answers are renewed however busy the process is: in a flood they are what
 * most readers get.
 */
const RENEWED_IN_ANY_CASE = 50
/** Answers that were never requested may fill at most this share of the cache. */
const MOST_FILLED_AHEAD = 0.5

export type WarmContext = Pick<
  AppContext,
  'config' | 'assets' | 'log' | 'clock' | 'signer' | 'images' | 'past' | 'render'
>

const NO_NEWS: NewsToWarm = { ofRecords: [], ofClouds: [] }

export interface Warming {
  prepare: PrepareAnswers
  stop(): void
}

export function warmAnswers(
  context: WarmContext,
  { readyWithinMs = READY_WITHIN_MS }: { readyWithinMs?: number } = {},
): Warming {
  if (!context.config.caches.isWarming) return { prepare: async () => {}, stop: () => {} }
  let newest: Held | undefined
  let isStopped = false
  const isNewest = (held: Held) => held === newest && !isStopped

  async function prepare(next: Held, before: Held | undefined) {
    newest = next
    const asked = before?.answers.interestLeft() ?? new Map<string, number>()
    const { ofRecords, ofClouds } = before === undefined ? NO_NEWS : newsToWarm(before.edition, next.edition)
    const deadline = performance.now() + readyWithinMs
    const work = startMaking(next)
    const inOrder = [
      ...ADDRESSES_OF_ALL,
      ...ofRecords,
      ...ofClouds.filter((address) => asked.has(address)),
      ...asked.keys(),
    ]
    const soon = [...new Set(inOrder)].map((address) => ({ address, interest: asked.get(address) ?? 0 }))
    let at = 0
    for (; at < soon.length && performance.now() < deadline && isNewest(next); at++) {
      const { address, interest } = soon[at] as (typeof soon)[number]
      await work.make(address, { interest })
      await nextTurn()
    }
    void inBackground(next, work, { soon: soon.slice(at), ofClouds })
  }

  async function inBackground(
    held: Held,
    work: Making,
    {
      soon,
      ofClouds,
    }: { soon: readonly { address: string; interest: number }[]; ofClouds: readonly string[] },
  ) {
    const isOver = () => !isNewest(held)
    await restAfter(0, isOver)
    const { site } = held.edition
    const addresses = [...ofClouds, ...missingPagesToWarm(site), ...pagesToWarm(site), ...filesToWarm(site)]
    for (const { address, interest } of soon) {
      if (isOver()) return
      await restAfter(await work.make(address, { interest }), isOver)
    }
    for (const address of addresses) {
      if (isOver() || held.answers.filled > MOST_FILLED_AHEAD) return
      await restAfter(await work.make(address, { interest: 0 }), isOver)
      for (const read of work.takeReads()) {
        if (isOver()) return
        await restAfter(await work.make(read, { interest: 0 }), isOver)
      }
    }
  }

  function startMaking(held: Held): Making {
    const reads = new Set<string>()
    return {
      async make(address, { interest }) {
        const startedAt = performance.now()
        const now = context.clock()
        if (held.answers.has(address, now.getTime())) return 0
        try {
          await held.answers.compute(
            address,
            async () => {
              const onRead = (path: Parameters<typeof readAsked>[0], input: object) =>
                void reads.add(readAsked(path, input as Record<string, unknown>).key)
              const made = await provenOrMade(held, { key: address, now }, (from) =>
                makeUnder(context, from, { address, now, onRead }),
              )
              if (made === undefined) throw new Fault('not-found')
              return made
            },
            { interest },
          )
        } catch (error) {
          report(error, address)
        }
        return performance.now() - startedAt
      },
      takeReads() {
        const taken = [...reads]
        reads.clear()
        return taken
      },
    }
  }

  async function renew() {
    const held = newest
    if (held === undefined) return
    const now = context.clock().getTime()
    const ending = held.answers.keysEndingBy(now + RENEWED_BEFORE_END_MS)
    for (const [index, { key, endsAt }] of ending.entries()) {
      if (!isNewest(held)) return
      const startedAt = performance.now()
      try {
        const at = new Date(Math.max(endsAt, now))
        const before = held.answers.lastMade(key)
        const made =
          (before && (await carriedOver(held, before, at))) ??
          (await makeAnswerAt(context, held, { address: key, now: at }))
        if (made !== undefined) held.answers.keepForLater(key, made)
      } catch (error) {
        report(error, key)
      }
      if (index < RENEWED_IN_ANY_CASE) await nextTurn()
      else await restAfter(performance.now() - startedAt, () => !isNewest(held))
    }
  }

  /** Readers get expected faults themselves. Only unexpected errors matter here. */
  function report(error: unknown, address: string) {
    if (!(error instanceof Fault))
      context.log.warn({ err: error, address }, 'An answer could not be made ahead of time')
  }

  let isRenewing = false
  const timer = setInterval(async () => {
    if (isRenewing) return
    isRenewing = true
    await renew()
    isRenewing = false
  }, LOOKED_AT_EVERY_MS)
  timer.unref()

  return {
    prepare,
    stop: () => {
      isStopped = true
      clearInterval(timer)
    },
  }
}

interface Making {
  make(address: string, of: { interest: number }): Promise<number>
  takeReads(): string[]
}

const REST_PER_WORK = 2
const LEAST_REST_MS = 1
const MOST_REST_MS = 200
/** Above this utilization during a pause, readers alone keep the process busy. */
const BUSY_UTILIZATION = 0.7
const BUSY_REST_MS = 250

async function restAfter(workedMs: number, isOver: () => boolean): Promise<void> {
  const restMs = Math.min(Math.max(workedMs * REST_PER_WORK, LEAST_REST_MS), MOST_REST_MS)
  let isBusy = (await utilizationOver(restMs)) > BUSY_UTILIZATION
  while (isBusy && !isOver()) isBusy = (await utilizationOver(BUSY_REST_MS)) > BUSY_UTILIZATION
}

async function utilizationOver(restMs: number): Promise<number> {
  const before: EventLoopUtilization = performance.eventLoopUtilization()
  await sleep(restMs, undefined, { ref: false })
  await nextTurn()
  return performance.eventLoopUtilization(before).utilization
}
