import type { Kysely } from 'kysely'
import {
  type ClaimedMail,
  claimAccountMail,
  dropAccountMail,
  postponeAccountMail,
} from '../../db/account-mails.ts'
import type { Vault } from '../../db/at-rest/vault.ts'
import type { DB } from '../../db/database.ts'
import { retryDelayMs } from '../../domain/retry-delay.ts'
import { DAY_MS } from '../../domain/time.ts'
import type { MailContent } from '../../mail/mail-content.ts'
import type { MailOutcome } from '../../mail/mail-message.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { MailSite } from './account-mail-content.ts'
import { prepareAccountMail } from './prepare-account-mail.ts'

/** Longer than the mailer ever takes. If a process dies, its mail is sent within a minute. */
const LEASE_MS = 50_000
const GIVE_UP_AFTER_MS = DAY_MS
const LOOK_EVERY_MS = 3_000
const LANES = 4

/** Reports what happened to a mail, never whose it was. */
export type AccountMailEvent =
  | { kind: 'sent' | 'void'; mail: ClaimedMail['kind']; id: number }
  | { kind: 'postponed' | 'given-up'; mail: ClaimedMail['kind']; id: number; reason: string }
  | { kind: 'failed'; error: unknown }

export interface AccountMailsOptions {
  db: Kysely<DB>
  vault: Vault
  mailer: Mailer
  post: (of: { userId: number; channelId: number; content: MailContent; now: Date }) => Promise<MailOutcome>
  publicUrl: string
  isGov: boolean
  /** Undefined while nothing can be sent: the site has no content yet, or its database is down. */
  provider: () => MailSite['provider'] | undefined
  clock: () => Date
  onEvent: (event: AccountMailEvent) => void
}

export interface AccountMailsWorker {
  wake(): void
  stop(): Promise<void>
}

export function startAccountMails(options: AccountMailsOptions): AccountMailsWorker {
  const lanes = new Set<Promise<void>>()
  let isStopping = false

  /** Busy lanes poll again on their own, so there is nothing to do while all are busy. */
  function wake() {
    if (isStopping || lanes.size >= LANES || options.provider() === undefined) return
    const lane = work()
      .catch((error: unknown) => options.onEvent({ kind: 'failed', error }))
      .finally(() => lanes.delete(lane))
    lanes.add(lane)
  }

  async function work() {
    while (!isStopping) {
      const mail = await claim(options)
      if (mail === undefined) return
      // There may be more, and this one may take a while.
      wake()
      await sendClaimed(options, mail)
    }
  }

  wake()
  const timer = setInterval(wake, LOOK_EVERY_MS)
  timer.unref()
  return {
    wake,
    stop: async () => {
      isStopping = true
      clearInterval(timer)
      await Promise.all(lanes)
    },
  }
}

function claim({ db, clock }: AccountMailsOptions) {
  const now = clock()
  return claimAccountMail(db, { now, leasedUntil: new Date(now.getTime() + LEASE_MS) })
}

async function sendClaimed(options: AccountMailsOptions, mail: ClaimedMail) {
  const { db, vault, mailer, publicUrl, isGov, clock } = options
  const provider = options.provider()
  // The mail is due again when the lease ends.
  if (provider === undefined) return
  const now = clock()
  const prepared = await prepareAccountMail(db, mail, { vault, site: { provider, publicUrl, isGov }, now })
  if (prepared === undefined) return settle(options, mail, 'void')
  const { content, ...message } = prepared
  const { kind, user_id: userId, channel_id: channelId } = mail
  const sending =
    kind === 'update-due' && userId !== null && channelId !== null
      ? options.post({ userId, channelId, content, now })
      : mailer.send(message)
  await settle(options, mail, await settled(sending))
}

async function settled(sending: Promise<MailOutcome>): Promise<MailOutcome> {
  return sending.catch((error: Error) => ({ kind: 'later', reason: error.name }))
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
