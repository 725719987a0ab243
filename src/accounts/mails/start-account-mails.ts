import type { Kysely } from 'kysely'
import {
  type ClaimedMail,
  claimAccountMail,
  dropAccountMail,
  postponeAccountMail,
} from '../../db/account-mails.ts'
import type { DB } from '../../db/database.ts'
import { deleteExpiredTokens } from '../../db/one-time-tokens.ts'
import { retryDelayMs } from '../../domain/retry-delay.ts'
import { DAY_MS } from '../../domain/time-units.ts'
import type { MailMessage, MailOutcome } from '../../mail/mail-message.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { MailSite } from './account-mail-content.ts'
import { prepareAccountMail } from './prepare-account-mail.ts'

/** Longer than the mailer ever takes; a mail whose process died is sent within a minute. */
const LEASE_MS = 50_000
const GIVE_UP_AFTER_MS = DAY_MS
/** For what other processes have queued, and what has become due. */
const LOOK_EVERY_MS = 3_000
/** One slow recipient does not hold up the others. */
const LANES = 4
const EXPIRED_TOKENS_KEPT_MS = DAY_MS

/** Tells of what became of mails, never of whose they were. */
export type AccountMailEvent =
  | { kind: 'sent' | 'void'; mail: ClaimedMail['kind']; id: number }
  | { kind: 'postponed' | 'given-up'; mail: ClaimedMail['kind']; id: number; reason: string }
  | { kind: 'failed'; error: unknown }

export interface AccountMailsOptions {
  db: Kysely<DB>
  mailer: Mailer
  publicUrl: string
  /** Undefined while nothing can be sent: the site has no content yet, or its database is away. */
  provider: () => MailSite['provider'] | undefined
  clock: () => Date
  onEvent: (event: AccountMailEvent) => void
}

export interface AccountMailsWorker {
  /** Looks now, for a mail was queued. */
  wake(): void
  /** What is under way ends first. */
  stop(): Promise<void>
}

/** Sends what is queued in `account_mails`; several processes share the table. */
export function startAccountMails(options: AccountMailsOptions): AccountMailsWorker {
  let isStopping = false
  let isAskedAgain = false
  let running: Promise<void> | undefined
  let tidiedAtMs = Number.NEGATIVE_INFINITY

  async function run() {
    if (options.provider() === undefined) return
    do {
      isAskedAgain = false
      await allLanes()
    } while (isAskedAgain && !isStopping)
    await tidy()
  }

  async function allLanes() {
    const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane))
    const broken = lanes.find((each) => each.status === 'rejected')
    if (broken !== undefined) throw broken.reason
  }

  async function lane() {
    while (!isStopping && (await sendNext(options)) === 'done');
  }

  async function tidy() {
    const nowMs = options.clock().getTime()
    if (nowMs - tidiedAtMs < DAY_MS) return
    tidiedAtMs = nowMs
    await deleteExpiredTokens(options.db, { before: new Date(nowMs - EXPIRED_TOKENS_KEPT_MS) })
  }

  function wake() {
    isAskedAgain = true
    if (running !== undefined || isStopping) return
    running = run()
      .catch((error: unknown) => options.onEvent({ kind: 'failed', error }))
      .finally(() => {
        running = undefined
      })
  }

  wake()
  const timer = setInterval(wake, LOOK_EVERY_MS)
  timer.unref()
  return {
    wake,
    stop: async () => {
      isStopping = true
      clearInterval(timer)
      await running
    },
  }
}

async function sendNext(options: AccountMailsOptions): Promise<'done' | 'nothing-due'> {
  const { db, publicUrl, clock, mailer } = options
  const provider = options.provider()
  if (provider === undefined) return 'nothing-due'
  const now = clock()
  const mail = await claimAccountMail(db, { now, leasedUntil: new Date(now.getTime() + LEASE_MS) })
  if (mail === undefined) return 'nothing-due'
  const message = await prepareAccountMail(db, mail, { site: { provider, publicUrl }, now })
  await settle(options, mail, message === undefined ? 'void' : await sent(mailer, message))
  return 'done'
}

/** A mailer that breaks is no worse than a server that is away. */
async function sent(mailer: Mailer, message: MailMessage): Promise<MailOutcome> {
  return mailer.send(message).catch((error: Error) => ({ kind: 'later', reason: error.name }))
}

async function settle(
  { db, clock, onEvent }: AccountMailsOptions,
  claimed: ClaimedMail,
  outcome: MailOutcome | 'void',
) {
  const { kind: mail, id, attempts } = claimed
  const nowMs = clock().getTime()
  if (outcome === 'void' || outcome.kind === 'sent') {
    await dropAccountMail(db, claimed)
    return onEvent({ kind: outcome === 'void' ? 'void' : 'sent', mail, id })
  }
  const isTooOld = nowMs - claimed.created_at.getTime() >= GIVE_UP_AFTER_MS
  if (outcome.kind === 'refused' || isTooOld) {
    await dropAccountMail(db, claimed)
    return onEvent({ kind: 'given-up', mail, id, reason: outcome.reason })
  }
  const dueAt = new Date(nowMs + retryDelayMs({ attempts, chance: Math.random() }))
  await postponeAccountMail(db, claimed, { dueAt, reason: outcome.reason })
  onEvent({ kind: 'postponed', mail, id, reason: outcome.reason })
}
