import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import {
  type ClaimedMail,
  findMailedChannel,
  holdAccountMail,
  holdMailAccount,
  type WantedFollow,
} from '../../db/account-mails.ts'
import { mailedApproval } from '../../db/approval-mails.ts'
import { staffRights } from '../../db/approvals.ts'
import type { Vault } from '../../db/at-rest/vault.ts'
import { findSuppression } from '../../db/channels.ts'
import type { DB } from '../../db/database.ts'
import { refusesFollowMails } from '../../db/follow-refusals.ts'
import { holdFollower } from '../../db/follows.ts'
import { takesReminders } from '../../db/promises.ts'
import { isRole } from '../../domain/access.ts'
import { isStaffAccount } from '../../domain/account/staff-address.ts'
import { THROTTLE_LIMITS } from '../../domain/account/throttle-limits.ts'
import { actWords } from '../../domain/newsroom/approval.ts'
import { mayEditAs, mayReadAs } from '../../domain/newsroom/may-edit.ts'
import type { MailContent } from '../../mail/mail-content.ts'
import type { MailMessage } from '../../mail/mail-message.ts'
import { mailHtml, mailText } from '../../mail/mail-template.ts'
import { makeRefuseLink } from '../follow/refuse-by-mail.ts'
import { type LinkPurpose, makeFollowLink, makeOneTimeLink } from '../links/one-time-link.ts'
import { takeAttempt } from '../throttle/throttle.ts'
import {
  accountMailContent,
  type MailedApproval,
  type MailSite,
  type OwnOfMail,
} from './account-mail-content.ts'
import { mayMailManageLink } from './queue-asked-mail.ts'
import { findTeamMail } from './team-mail.ts'

interface Preparing {
  vault: Vault
  site: MailSite
  now: Date
}

interface PreparedMail extends MailMessage {
  content: MailContent
}

/** Undefined without a recipient, or if the mail is obsolete. */
export async function prepareAccountMail(
  db: Kysely<DB>,
  mail: ClaimedMail,
  of: Preparing,
): Promise<PreparedMail | undefined> {
  const { site } = of
  const prepared = await db.transaction().execute((trx) => prepare(trx, mail, of))
  if (prepared === undefined) return undefined
  const content = accountMailContent(mail.kind, site, prepared)
  return {
    content,
    // Each attempt has its own link, so each is a separate mail.
    id: randomUUID(),
    to: mail.email,
    senderName: `${content.provider} Trust`,
    brand: content.brand,
    subject: content.heading,
    text: mailText(content),
    html: mailHtml(content),
    link: content.action?.link,
  }
}

/** Locks the account and the mail: code that voids links first drops the mails that would make new ones. */
async function prepare(
  trx: Transaction<DB>,
  mail: ClaimedMail,
  { vault, site: { provider, publicUrl }, now }: Preparing,
): Promise<OwnOfMail | undefined> {
  if (mail.follow != null)
    return prepareFollow(trx, mail, { follow: mail.follow, vault, provider, publicUrl, now })
  const account = await holdMailAccount(trx, mail)
  if (account === undefined || !(await holdAccountMail(trx, mail))) return undefined
  const isVerifiedAlready = mail.kind === 'verify-email' && account.isVerified
  if (isVerifiedAlready) return undefined

  if (mail.channel_id !== null && mail.kind !== 'update-due') {
    const channel = await findMailedChannel(trx, vault, { kind: mail.kind, channelId: mail.channel_id })
    return channel === undefined || !account.isVerified ? undefined : { channel }
  }
  if (mail.kind === 'approval-asked' || mail.kind === 'approval-decided') {
    const { kind, approval_id: id } = mail
    const found = id === null ? undefined : await mailedApproval(trx, { id, kind })
    const isFor =
      found !== undefined && account.isVerified && (await isStillFor(trx, { mail, account, found }))
    return isFor ? { approval: toMailed(found) } : undefined
  }
  if (OF_TEAM.includes(mail.kind)) {
    if (mail.channel_id !== null && !(await takesReminders(trx, mail.channel_id))) return undefined
    const { note_id: noteId, reminder_id: reminderId } = mail
    const team = await findTeamMail(trx, { noteId, reminderId, userId: account.userId, now })
    return team === undefined || !account.isVerified ? undefined : { team }
  }
  const purpose = PURPOSES[mail.kind]
  if (purpose === undefined) return {}
  if (purpose === 'manage-follow' && (account.hasPassword || !account.isVerified)) return undefined
  if (purpose === 'manage-follow' && !(await mayGetManageLink(trx, mail, now))) return undefined
  const isOfStaff = [account, mail].some((of) => isStaffAccount(of, provider.staff_domains))
  if (isOfStaff && purpose !== 'verify-email') return undefined
  const { userId } = account
  return { link: await makeOneTimeLink(trx, { purpose, userId, email: mail.email, publicUrl, now }) }
}

/** A mail that is retried was counted before. */
async function mayGetManageLink(
  trx: Transaction<DB>,
  { email, attempts }: ClaimedMail,
  now: Date,
): Promise<boolean> {
  if ((await findSuppression(trx, email)) !== undefined) return false
  return attempts > 1 || (await mayMailManageLink(trx, { email, now })).kind === 'allowed'
}

async function mayAskDespiteStop(
  trx: Transaction<DB>,
  { userId, attempts }: Pick<ClaimedMail, 'attempts'> & { userId: number },
  now: Date,
): Promise<boolean> {
  const limit = THROTTLE_LIMITS.followsDespiteStop
  return attempts > 1 || (await takeAttempt(trx, { limit, subject: String(userId), now })).kind === 'allowed'
}

async function prepareFollow(
  trx: Transaction<DB>,
  mail: ClaimedMail,
  of: { follow: WantedFollow; vault: Vault; provider: MailSite['provider']; publicUrl: string; now: Date },
): Promise<OwnOfMail | undefined> {
  const { email } = mail
  if (isStaffAccount(mail, of.provider.staff_domains)) return undefined
  if ((await findSuppression(trx, email)) !== undefined || (await refusesFollowMails(trx, email)))
    return undefined
  const known = await holdFollower(trx, { email })
  if (known?.isLocked || !(await holdAccountMail(trx, mail))) return undefined
  if (known?.isMailOff && !(await mayAskDespiteStop(trx, { ...mail, userId: known.id }, of.now)))
    return undefined
  return {
    link: await makeFollowLink(trx, { email, ...of }),
    follow: { ...of.follow, refuseLink: await makeRefuseLink(trx, { email, ...of }) },
  }
}

/** Roles, limits and embargoes may have changed since the mail was queued. */
async function isStillFor(
  trx: Transaction<DB>,
  of: { mail: ClaimedMail; account: { userId: number }; found: FoundApproval },
): Promise<boolean> {
  const [person] = await staffRights(trx, { uid: of.account.userId })
  if (person === undefined) return false
  const { kind, notification_type: notificationType, embargo, clouds } = of.found.record
  const rights = { ...person, roles: person.roles.filter(isRole) }
  const may = of.mail.kind === 'approval-asked' ? mayEditAs(rights) : mayReadAs(rights)
  return may({ kind, notificationType, embargo, clouds })
}

function toMailed({ approval, record }: FoundApproval): MailedApproval {
  return {
    recordId: approval.record_id,
    title: record.title,
    isSecret: record.embargo !== null,
    what: actWords(approval.act.act, record.kind),
    requester: approval.requester_name ?? approval.requester,
    note: approval.note,
    isApproved: approval.state === 'approved',
    decider: approval.decider_name ?? 'A colleague',
    decision: approval.decision,
  }
}

type FoundApproval = NonNullable<Awaited<ReturnType<typeof mailedApproval>>>
const OF_TEAM: readonly ClaimedMail['kind'][] = ['mentioned', 'handed-over', 'update-due']

const PURPOSES: { [Kind in ClaimedMail['kind']]: LinkPurpose | undefined } = {
  'verify-email': 'verify-email',
  'reset-password': 'reset-password',
  'change-email': 'change-email',
  'email-changed': undefined,
  'password-changed': undefined,
  'channel-disabled': undefined,
  'channel-added': undefined,
  'calendar-added': undefined,
  'two-step-on': undefined,
  'two-step-changed': undefined,
  'two-step-off': undefined,
  'two-step-removed-by-staff': undefined,
  'recovery-code-used': undefined,
  'second-step-failed': undefined,
  'approval-asked': undefined,
  'approval-decided': undefined,
  mentioned: undefined,
  'handed-over': undefined,
  'update-due': undefined,
  'confirm-follow': undefined,
  'manage-follow': 'manage-follow',
}
