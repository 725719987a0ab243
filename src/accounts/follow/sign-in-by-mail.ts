import type { Transaction } from 'kysely'
import { againOnDeadlock } from '../../db/again-on-deadlock.ts'
import { insertAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import {
  closeDeliveryLinks,
  type HeldFollower,
  holdFollower,
  isDeliveryLinkOpen,
  noteEntry,
  takeDeliveryLink,
} from '../../db/follows.ts'
import { findOneTimeToken, takeOneTimeToken, voidOneTimeTokens } from '../../db/one-time-tokens.ts'
import type { Provider } from '../../domain/account/account-forms.ts'
import { isStaffAccount } from '../../domain/account/staff-address.ts'
import { actorNamed } from '../../domain/actor.ts'
import { DAY_MS } from '../../domain/time.ts'
import type { AccountsDesk } from '../accounts.ts'
import { type Browser, type Entrance, enter } from '../enter.ts'
import { mayCauseMail, queueAskedMail, unusedManageLinks } from '../mails/queue-asked-mail.ts'
import { hashOfSecret } from '../secret.ts'
import { settleAttempts, type Throttled } from '../throttle/throttle.ts'
import { userName } from '../user-name.ts'

export type MailLinkClaim =
  | { kind: 'delivery'; channelId: number; publicationId: number }
  | { kind: 'one-time'; token: string }

/** Long enough to come back to a mail, short enough for one that was forwarded. */
const DELIVERY_LINK_MS = 7 * DAY_MS

interface Entering {
  link: MailLinkClaim
  browser: Browser
  provider: Provider
  now: Date
}

interface EnteredNow {
  kind: 'entered'
  user: { uid: number; name: string; roles: [] }
  entrance: Entrance
}

export type EnteredByMail =
  | EnteredNow
  /** The account got a password since, so a mail that may have been forwarded isn't enough anymore. */
  | { kind: 'has-password' }
  /** Used, expired, made up, or of a locked account. */
  | { kind: 'dead-link' }

/**
 * For accounts without a password only. A link works once and ends the earlier ones; opening its page uses nothing up.
 * The session may only change what is followed (`isOpenedWell`).
 */
export async function enterByMailLink(desk: AccountsDesk, of: Entering): Promise<EnteredByMail> {
  // Messages to the same person may be in progress at this moment.
  const entered = await againOnDeadlock(() => desk.db.transaction().execute((trx) => enterNow(trx, of)))
  if (entered.kind !== 'entered') return entered
  const { email, ...rest } = entered
  // The owner uses these links, so earlier ones no longer count as unwanted.
  await settleAttempts(desk, { forgotten: [unusedManageLinks({ email, now: of.now })] })
  return rest
}

async function enterNow(
  trx: Transaction<DB>,
  { link, browser, provider, now }: Entering,
): Promise<Exclude<EnteredByMail, { kind: 'entered' }> | (EnteredNow & { email: string })> {
  const account = await holdFollower(trx, holderOf(link))
  const refusal = refusalOf(account, provider)
  if (refusal !== undefined || account === undefined) return { kind: refusal ?? 'dead-link' }
  const { id: userId } = account
  const isUsed =
    link.kind === 'delivery'
      ? await takeDeliveryLink(trx, { ...link, userId, sentAfter: sentAfter(now), now })
      : (await takeOneTimeToken(trx, { ...tokenOf(link), now })) !== undefined
  if (!isUsed) return { kind: 'dead-link' }
  await closeMailLinks(trx, { userId, now })
  await noteEntry(trx, { userId, now })
  const openedBy = link.kind === 'delivery' ? 'mail-link' : 'asked-link'
  await insertAudit(trx, {
    at: now,
    actor: actorNamed('user'),
    action: 'sign-in',
    entity: 'user',
    entityId: userId,
    before: null,
    after: { opened_by: openedBy },
  })
  const entrance = await enter(trx, { userId, openedBy, browser, now })
  const user: EnteredNow['user'] = { uid: userId, name: userName(account), roles: [] }
  return { kind: 'entered', user, entrance, email: account.email }
}

/**
 * Ends every link that was sent so far: a mail that someone forwarded or left open must not sign in again.
 */
export async function closeMailLinks(trx: Transaction<DB>, { userId, now }: { userId: number; now: Date }) {
  await closeDeliveryLinks(trx, { userId, sentAfter: sentAfter(now), now })
  await voidOneTimeTokens(trx, { userId, purposes: ['manage-follow'], now })
}

export type AboutMailLink = { kind: 'open'; email: string } | Exclude<EnteredByMail, { kind: 'entered' }>

/**
 * The account that a link opens, so that people notice a link that someone else sent them. Changes nothing.
 */
export function aboutMailLink(
  { db }: AccountsDesk,
  { link, provider, now }: { link: MailLinkClaim; provider: Provider; now: Date },
): Promise<AboutMailLink> {
  return db.transaction().execute(async (trx): Promise<AboutMailLink> => {
    // A dead link reveals nothing about its account, such as that it has a password.
    const isOpen =
      link.kind === 'delivery'
        ? await isDeliveryLinkOpen(trx, { ...link, sentAfter: sentAfter(now) })
        : (await findOneTimeToken(trx, { ...tokenOf(link), now })) !== undefined
    if (!isOpen) return { kind: 'dead-link' }
    const account = await holdFollower(trx, holderOf(link))
    const refusal = refusalOf(account, provider)
    if (refusal !== undefined || account === undefined) return { kind: refusal ?? 'dead-link' }
    return { kind: 'open', email: account.email }
  })
}

function holderOf(link: MailLinkClaim) {
  return link.kind === 'delivery' ? { channelId: link.channelId } : { tokenHash: hashOfSecret(link.token) }
}

function tokenOf({ token }: Extract<MailLinkClaim, { kind: 'one-time' }>) {
  return { tokenHash: hashOfSecret(token), purpose: 'manage-follow' } as const
}

function sentAfter(now: Date) {
  return new Date(now.getTime() - DELIVERY_LINK_MS)
}

function refusalOf(
  account: HeldFollower | undefined,
  provider: Provider,
): 'dead-link' | 'has-password' | undefined {
  if (account === undefined || account.isLocked || !account.isVerified) return 'dead-link'
  if (isStaffAccount(account, provider.staff_domains)) return 'dead-link'
  return account.hasPassword ? 'has-password' : undefined
}

/** Does the same for every address. Only followers without a password get a mail. */
export async function askForMailLink(
  { db, wakeMails }: AccountsDesk,
  { email, address, now }: { email: string; address: string; now: Date },
): Promise<{ kind: 'asked' } | Throttled> {
  const byClient = await mayCauseMail(db, { address, now })
  if (byClient.kind === 'throttled') return byClient
  await queueAskedMail(db, { kind: 'manage-follow', email, userId: null, now })
  wakeMails()
  return { kind: 'asked' }
}
