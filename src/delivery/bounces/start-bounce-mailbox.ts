import { setTimeout as sleep } from 'node:timers/promises'
import type { ImapFlow } from 'imapflow'
import type { Kysely } from 'kysely'
import type { Vault } from '../../db/at-rest/vault.ts'
import { findEmailsByDigest } from '../../db/channels.ts'
import type { DB } from '../../db/database.ts'
import { bounceKey } from '../../db/secrets.ts'
import { sessionLock } from '../../db/session-lock.ts'
import { retryDelayMs } from '../../domain/retry-delay.ts'
import { MINUTE_MS } from '../../domain/time.ts'
import { addressDigest, bounceClaimIn } from '../../mail/bounce-address.ts'
import { type MailReport, readReport } from './read-report.ts'
import { takeReports } from './take-reports.ts'

export interface BounceMailbox {
  host: string
  port: number
  encryption: 'from-start' | 'required' | 'if-offered'
  user: string
  password: string
  folder: string
}

export interface BounceMailboxOptions {
  db: Kysely<DB>
  vault: Vault
  url: string
  mailbox: BounceMailbox
  /** The return address of our mail, without a token. */
  address: string
  clock: () => Date
  onEvent: (event: BounceMailboxEvent) => void
  lookEveryMs?: number
  firstRetryMs?: number
}

export type BounceMailboxEvent =
  | { kind: 'leading' }
  | ({ kind: 'read' } & BounceCounts)
  /** The mailbox or the database failed. Reasons are codes, because server messages may repeat a name. */
  | { kind: 'failed'; reason: string; retryInMs: number }
  | { kind: 'mended' }

interface BounceCounts {
  suppressed: number
  /** Reports to an address we didn't issue, or about an address without an account. */
  unproven: number
  ignored: number
}

type FoundReport = Exclude<MailReport, { kind: 'other' }> & { recipient: Buffer }

const LOOK_EVERY_MS = MINUTE_MS
const FIRST_RETRY_MS = MINUTE_MS
const LONGEST_RETRY_MS = 30 * MINUTE_MS
const CONNECTED_WITHIN_MS = 30_000
const SILENT_FOR_MS = MINUTE_MS
const MESSAGES_AT_A_TIME = 50
/** The report comes before the returned mail, which may be long. */
const BYTES_READ = 256 * 1024
const DONE_FOLDER = 'Processed'
const REPORT = /^content-type:\s*multipart\/report/im

/** Suppressing twice has no effect, so a message is only marked as read after it was counted. */
export function startBounceMailbox(options: BounceMailboxOptions): { stop(): Promise<void> } {
  const { url, onEvent, lookEveryMs = LOOK_EVERY_MS, firstRetryMs = FIRST_RETRY_MS } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const lock = sessionLock(url, 'bounce mailbox')
  const key = bounceKey(options.db, options.vault)
  let failures = 0

  async function run() {
    while (!signal.aborted) {
      const waitMs = await round()
      await sleep(waitMs, undefined, { signal }).catch(() => {})
    }
  }

  async function round(): Promise<number> {
    try {
      const wasLeading = lock.isHeld()
      const isLeading = await lock.take()
      if (isLeading && !wasLeading) onEvent({ kind: 'leading' })
      if (isLeading) await look()
      if (failures > 0) onEvent({ kind: 'mended' })
      failures = 0
      return lookEveryMs
    } catch (error) {
      failures += 1
      const retryInMs = retryDelayMs({
        attempts: failures,
        firstMs: firstRetryMs,
        longestMs: LONGEST_RETRY_MS,
      })
      if (!signal.aborted) onEvent({ kind: 'failed', reason: reasonOf(error), retryInMs })
      return retryInMs
    }
  }

  async function look() {
    const client = await clientOf(options.mailbox)
    const hangUp = () => client.close()
    signal.addEventListener('abort', hangUp)
    try {
      await client.connect()
      await readUnseen(client)
      await client.logout()
    } finally {
      signal.removeEventListener('abort', hangUp)
      client.close()
    }
  }

  async function readUnseen(client: ImapFlow) {
    const doneFolder = await findDoneFolder(client)
    await client.mailboxOpen(options.mailbox.folder)
    const unseen = (await client.search({ seen: false }, { uid: true })) || []
    for (let at = 0; at < unseen.length && !signal.aborted; at += MESSAGES_AT_A_TIME) {
      const uids = unseen.slice(at, at + MESSAGES_AT_A_TIME)
      onEvent({ kind: 'read', ...(await readSome(client, uids)) })
      if (!(await client.messageFlagsAdd(uids, ['\\Seen'], { uid: true }))) throw new Error('read-only')
      if (doneFolder !== undefined) await client.messageMove(uids, doneFolder, { uid: true })
    }
  }

  async function readSome(client: ImapFlow, uids: number[]): Promise<BounceCounts> {
    const signedWith = await key()
    const now = options.clock()
    const found: FoundReport[] = []
    let read = 0
    let unproven = 0
    for (const uid of uids) {
      const message = await client.fetchOne(
        uid,
        { uid: true, source: { maxLength: BYTES_READ } },
        { uid: true },
      )
      // Deleted meanwhile by a person or another program.
      if (!message || message.source === undefined) continue
      read += 1
      // Anyone can write to this mailbox, and parsing a hostile message takes seconds. So we only parse messages that
      // carry a valid return address.
      const text = message.source.toString('latin1')
      const claim = bounceClaimIn(text, options.address, { key: signedWith, now })
      if (claim === undefined) {
        if (REPORT.test(text)) unproven += 1
        continue
      }
      const report = await readReport(message.source)
      if (report.kind !== 'other') found.push({ ...report, recipient: claim.recipient })
    }
    const suppressed = await suppress(found, now)
    unproven += found.length - suppressed
    return { suppressed, unproven, ignored: read - suppressed - unproven }
  }

  async function suppress(found: readonly FoundReport[], now: Date): Promise<number> {
    const emails = await findEmailsByDigest(
      options.db,
      found.map(({ recipient }) => recipient),
    )
    const reports = found.flatMap((report) => {
      const { recipient } = report
      const email = emails.find((one) => recipient.equals(addressDigest(one).subarray(0, recipient.length)))
      if (email === undefined) return []
      if (report.kind === 'complaint') return [{ email, reason: 'complaint' }]
      // The address may be a mailing list. One missing member must not silence the others.
      return report.recipients.includes(email) ? [{ email, reason: report.reason }] : []
    })
    return takeReports(options, { reports, relay: 'the bounce mailbox', now })
  }

  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      await running
      await lock.release()
    },
  }
}

/** Loaded on demand: the module is as large as the rest of the worker. */
async function clientOf({ host, port, encryption, user, password }: BounceMailbox): Promise<ImapFlow> {
  const { ImapFlow } = await import('imapflow')
  const client = new ImapFlow({
    host,
    port,
    secure: encryption === 'from-start',
    ...(encryption === 'required' && { doSTARTTLS: true }),
    auth: { user, pass: password },
    // The logger would write mail and addresses to the log.
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: CONNECTED_WITHIN_MS,
    greetingTimeout: CONNECTED_WITHIN_MS,
    socketTimeout: SILENT_FOR_MS,
  })
  // A broken connection also fails the current command. Without a listener it would end the process.
  client.on('error', () => {})
  return client
}

/** At the top level, or below the inbox on servers that keep all folders there. */
async function findDoneFolder(client: ImapFlow): Promise<string | undefined> {
  const folders = await client.list()
  const isTop = (parent: string) => parent === '' || parent.toUpperCase() === 'INBOX'
  return folders.find(({ name, parentPath }) => name === DONE_FOLDER && isTop(parentPath))?.path
}

interface ImapError {
  authenticationFailed?: boolean
  serverResponseCode?: string
  code?: string
  name?: string
  message?: string
}

function reasonOf(error: unknown): string {
  const { authenticationFailed, serverResponseCode, code, message } = error as ImapError
  if (authenticationFailed) return 'sign-in refused'
  if (message === 'read-only') return message
  return serverResponseCode ?? code ?? 'unknown'
}
