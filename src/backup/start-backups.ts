import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { withBackupLock } from '../db/backup/backup-lock.ts'
import { MINUTE_MS } from '../domain/time.ts'
import { backupName, namesToRemove, newestOf } from './backup-names.ts'
import { explainTrouble } from './explain-trouble.ts'
import { rowsIn } from './file/manifest.ts'
import { type BackupWish, makeBackup } from './make-backup.ts'
import type { BackupVerdict } from './verify-backup.ts'

export interface BackupsOptions {
  databaseUrl: string
  folder: string
  everyHours: number
  keep: number
  clock: () => Date
  onEvent: (event: BackupEvent) => void
  passphrase?: string | undefined
  lookEveryMs?: number
  open?: BackupWish['open']
}

export type BackupEvent =
  | {
      kind: 'made'
      file: string
      bytes: number
      rows: number
      edition: number
      verdict: BackupVerdict
      tookMs: number
    }
  | { kind: 'removed'; files: string[] }
  | { kind: 'failed'; line: string; retryAt: Date }

/** Even if the next backup is far away: the clock may change, and another worker may have made it. */
const LOOK_EVERY_MS = MINUTE_MS
const HOUR_MS = 60 * MINUTE_MS
const RETRY_AFTER_MS = 10 * MINUTE_MS

/** The folder shows when the last backup was made, so a restart neither shifts nor repeats it. */
export function startBackups(options: BackupsOptions): { stop(): Promise<void> } {
  const { databaseUrl, folder, everyHours, keep, clock, onEvent, lookEveryMs = LOOK_EVERY_MS } = options
  const stopping = new AbortController()
  const { signal } = stopping
  let retryAt: Date | undefined
  let timer: NodeJS.Timeout | undefined
  let working = look()

  async function look() {
    const waitMs = await lookOnce().catch((error: unknown) => fail(error))
    if (signal.aborted) return
    timer = setTimeout(() => {
      working = look()
    }, waitMs)
    timer.unref()
  }

  async function lookOnce(): Promise<number> {
    const dueAt = await nextDue()
    const waitMs = dueAt.getTime() - clock().getTime()
    if (waitMs > 0) return Math.min(waitMs, lookEveryMs)
    const outcome = await withBackupLock(databaseUrl, makeIfDue, { signal })
    return outcome.kind === 'held' ? lookEveryMs : 0
  }

  async function nextDue(): Promise<Date> {
    const now = clock()
    if (retryAt !== undefined && retryAt > now) return retryAt
    const newest = newestOf(await namesIn(folder), now)
    if (newest === undefined) return now
    return new Date(newest.getTime() + everyHours * HOUR_MS)
  }

  /** Under the lock: its previous holder may have made the backup. */
  async function makeIfDue() {
    if ((await nextDue()) > clock()) return
    const startedAt = performance.now()
    const now = clock()
    const file = join(folder, backupName(now))
    const { bytes, manifest, verdict } = await makeBackup({
      databaseUrl,
      file,
      now,
      isVerified: true,
      passphrase: options.passphrase,
      open: options.open,
      signal,
    })
    retryAt = undefined
    const { number: edition } = manifest.edition
    const tookMs = performance.now() - startedAt
    onEvent({ kind: 'made', file, bytes, rows: rowsIn(manifest), edition, verdict, tookMs })
    await removeOld()
  }

  async function removeOld() {
    const names = namesToRemove(await namesIn(folder), { keep, now: clock() })
    const files = names.map((name) => join(folder, name))
    for (const file of files) await rm(file, { force: true })
    if (files.length > 0) onEvent({ kind: 'removed', files })
  }

  function fail(error: unknown): number {
    if (signal.aborted) return 0
    const afterMs = Math.min(RETRY_AFTER_MS, everyHours * HOUR_MS)
    retryAt = new Date(clock().getTime() + afterMs)
    onEvent({ kind: 'failed', line: explainTrouble(error, { folder }), retryAt })
    return Math.min(afterMs, lookEveryMs)
  }

  return {
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await working
    },
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}
