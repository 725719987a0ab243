import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { type Listener, listenForEditions } from '../../db/listen.ts'
import { keepCosignature, readCosignatures } from '../../db/log/cosignatures.ts'
import { readLogHead } from '../../db/log/read-log.ts'
import { sessionLock } from '../../db/session-lock.ts'
import { verifierKeyText } from '../../domain/log/checkpoint.ts'
import { prefixOf, tileReader } from '../../domain/log/read-site-log.ts'
import { LOG_PATH } from '../../domain/machine-paths.ts'
import { retryDelayMs } from '../../domain/retry-delay.ts'
import { MINUTE_MS } from '../../domain/time.ts'
import type { EditionLog } from '../edition.ts'
import { alarmClock } from '../file/alarm-clock.ts'
import { askWitness, type LogWitness } from './ask-witness.ts'
import type { PublicLog } from './public-log.ts'

const AT_MOST_EVERY_MS = 1_000
/** A fallback for lost notifications, and for retries. */
const POLL_EVERY_MS = 5_000
const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 15 * MINUTE_MS

export interface WitnessingOptions {
  db: Kysely<DB>
  url: string
  publicLog: PublicLog
  witnesses: readonly LogWitness[]
  clock: () => Date
  onEvent: (event: WitnessEvent) => void
  atMostEveryMs?: number
  pollEveryMs?: number
  firstRetryMs?: number
}

export type WitnessEvent =
  | { kind: 'leading' }
  | { kind: 'cosigned'; witness: string; size: number }
  /** The first failure in a row, and each after it. There will be a retry. */
  | { kind: 'failed'; witness: string; line: string; retryInMs: number }
  /** Once, not with each retry, until the witness cosigns or names another size. */
  | { kind: 'ahead' | 'forked'; witness: string; size: number; ownSize: number; retryInMs: number }
  | { kind: 'away'; error: unknown }

/**
 * Publications and readers never wait for it, and no witness waits for another. Only one worker per database
 * asks at a time.
 */
export function startWitnessing(options: WitnessingOptions): { stop(): Promise<void> } {
  const { db, url, witnesses, onEvent, atMostEveryMs = AT_MOST_EVERY_MS } = options
  const { pollEveryMs = POLL_EVERY_MS } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const alarm = alarmClock(signal)
  const lock = sessionLock(url, 'log witnesses')
  const asked = witnesses.map((witness) => askingOf({ ...options, witness, signal, wake: alarm.ring }))
  let listener: Listener | undefined

  async function run() {
    while (!signal.aborted) {
      await round().catch((error: unknown) => {
        void listener?.stop()
        listener = undefined
        if (!signal.aborted) onEvent({ kind: 'away', error })
      })
      await sleep(atMostEveryMs, undefined, { signal }).catch(() => {})
      await alarm.wait(pollEveryMs)
    }
  }

  async function round() {
    const wasLeading = lock.isHeld()
    if (!(await lock.take())) return
    if (!wasLeading) onEvent({ kind: 'leading' })
    listener ??= await listenForEditions(url, {
      onEdition: alarm.ring,
      onLost: () => {
        listener = undefined
      },
    })
    const log = await readLogHead(db)
    if (log.size > 0) for (const witness of asked) witness.begin(log)
  }

  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      await running
      await Promise.all(asked.map((witness) => witness.done()))
      await listener?.stop()
      await lock.release()
    },
  }
}

function askingOf({
  db,
  publicLog,
  witness,
  clock,
  onEvent,
  signal,
  wake,
  firstRetryMs = FIRST_RETRY_MS,
}: WitnessingOptions & { witness: LogWitness; signal: AbortSignal; wake: () => void }) {
  const key = verifierKeyText(witness.key)
  const { name } = witness.key
  let asking: Promise<void> | undefined
  let failures = 0
  let notBefore = 0
  let reported: string | undefined

  async function ask(log: EditionLog): Promise<void> {
    const rows = await readCosignatures(db, log.id)
    const oldSize = rows.find((row) => row.witness === key)?.size ?? 0
    if (oldSize >= log.size) return
    const signed = await publicLog.checkpoint(log)
    // Signed a moment ago, before the newest entries. The next round has them.
    if (signed === undefined || signed.id !== log.id) return
    const place = { prefix: prefixOf(signed.id), size: signed.size }
    const { hashOf } = tileReader((path) => publicLog.file(path.slice(LOG_PATH.length + 1)), place)
    const answer = await askWitness({ witness, note: signed.note, oldSize, hashOf, signal })
    switch (answer.kind) {
      case 'cosigned': {
        const { signature, by } = answer
        await keepCosignature(db, {
          log: log.id,
          witness: key,
          size: signed.size,
          signature: Buffer.from(signature),
          cosigned_at: by.at,
        })
        failures = 0
        reported = undefined
        // Something may have been published meanwhile.
        wake()
        return onEvent({ kind: 'cosigned', witness: name, size: signed.size })
      }
      case 'ahead':
      case 'forked': {
        const { kind, size } = answer
        const retryInMs = postpone()
        const contradiction = `${kind} ${signed.id} ${size}`
        if (contradiction === reported) return
        reported = contradiction
        return onEvent({ kind, witness: name, size, ownSize: signed.size, retryInMs })
      }
      case 'refused':
        return onEvent({ kind: 'failed', witness: name, line: answer.line, retryInMs: postpone() })
    }
  }

  function postpone(): number {
    failures += 1
    const retryInMs = retryDelayMs({
      attempts: failures,
      firstMs: firstRetryMs,
      longestMs: LONGEST_RETRY_MS,
    })
    notBefore = clock().getTime() + retryInMs
    return retryInMs
  }

  return {
    begin(log: EditionLog) {
      if (asking !== undefined || clock().getTime() < notBefore) return
      asking = ask(log)
        .catch((error: unknown) => {
          if (signal.aborted) return
          const line = error instanceof Error ? error.message : String(error)
          onEvent({ kind: 'failed', witness: name, line, retryInMs: postpone() })
        })
        .finally(() => {
          asking = undefined
        })
    },
    done: () => asking ?? Promise.resolve(),
  }
}
