import type { Transaction } from 'kysely'
import { insertAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import {
  findFollowLink,
  followRecord,
  type HeldFollower,
  holdFollower,
  insertFollower,
  isRecordPublished,
  startAnew,
  takeFollowLink,
} from '../../db/follows.ts'
import { voidOneTimeTokens } from '../../db/one-time-tokens.ts'
import { verifyAddress } from '../../db/own-account.ts'
import { changeSubscriptions, findCloudTids, subscriptionsOnCloud } from '../../db/subscriptions.ts'
import type { Provider } from '../../domain/account/account-forms.ts'
import { isStaffAddress } from '../../domain/account/staff-address.ts'
import { actorNamed } from '../../domain/actor.ts'
import type { FollowChoice, FollowTarget } from '../../domain/follow-choice.ts'
import type { SubscribableCloud } from '../../domain/notifying/subscribable.ts'
import { subscribePlan } from '../../domain/notifying/subscribe-plan.ts'
import { difference } from '../../domain/notifying/subscription-rows.ts'
import type { AccountsDesk } from '../accounts.ts'
import { endUnconfirmedAccess } from '../forget-old-password.ts'
import {
  mayCauseMail,
  noteAskedToFollow,
  queueAskedMail,
  unconfirmedFollows,
} from '../mails/queue-asked-mail.ts'
import { hashOfSecret } from '../secret.ts'
import { settleAttempts, type Throttled } from '../throttle/throttle.ts'

export type FollowAsked = { kind: 'asked' } | Throttled

/**
 * Does the same for every address, known, unknown, locked or refusing mail: that is looked up when the mail is sent, so
 * only the mailbox learns it. Nothing is followed until its owner confirms.
 */
export async function askToFollow(
  { db, wakeMails }: AccountsDesk,
  of: { email: string; choice: FollowChoice; name: string; address: string; now: Date },
): Promise<FollowAsked> {
  const { email, choice, name, address, now } = of
  const byClient = await mayCauseMail(db, { address, now })
  if (byClient.kind === 'throttled') return byClient
  await noteAskedToFollow(db, { email, now })
  await queueAskedMail(db, { kind: 'confirm-follow', email, userId: null, follow: { choice, name }, now })
  wakeMails()
  return { kind: 'asked' }
}

export type FollowConfirmed =
  | {
      kind: 'following'
      name: string
      /** It closed between the request and the confirmation. */
      isClosed: boolean
      isMailOff: boolean
    }
  | { kind: 'confirmed-before' }
  | { kind: 'gone' }
  /** Expired, made up, or of an account that may not sign in. */
  | { kind: 'dead-link' }

export type CloudToFollow = Omit<SubscribableCloud, 'maintenanceTid' | 'advisoryTid'>

interface Confirming {
  token: string
  provider: Provider
  findTarget: (choice: FollowChoice) => FollowTarget | undefined
  findOffer: (machineName: string) => CloudToFollow | undefined
  now: Date
}

/**
 * Opens no session: someone could send their own link to others, who would then use the site as them. For an existing
 * account it adds to the subscriptions, and neither password nor second step is touched.
 */
export async function confirmFollow(desk: AccountsDesk, of: Confirming): Promise<FollowConfirmed> {
  const tokenHash = hashOfSecret(of.token)
  const { now } = of
  const link = await findFollowLink(desk.db, { tokenHash, now })
  if (link === undefined || isStaffAddress(link.email, of.provider.staff_domains))
    return { kind: 'dead-link' }
  if (link.isUsed) return { kind: 'confirmed-before' }
  const { email, choice } = link
  const confirming = desk.db.transaction().execute(async (trx): Promise<FollowConfirmed> => {
    // First, so that the link still works when this process is behind with a publication.
    const target = of.findTarget(choice)
    if (target === undefined) return { kind: 'gone' }
    if (target.record !== undefined && !(await isRecordPublished(trx, target.record.id)))
      return { kind: 'gone' }
    const account = await accountOf(trx, { email, now })
    if (account === 'locked') return { kind: 'dead-link' }
    // Undoes what was done to the account.
    if (!(await takeFollowLink(trx, { tokenHash, now }))) throw new ConfirmedBefore()
    await addFollowed(trx, { userId: account.id, choice, target, offer: of.findOffer(choice.cloud), now })
    await insertAudit(trx, {
      at: now,
      actor: actorNamed('user'),
      action: 'follow',
      entity: 'user',
      entityId: account.id,
      before: null,
      after: { name: target.name, is_new_account: account.isNew },
    })
    const { isMailOff } = account
    return { kind: 'following', name: target.name, isClosed: target.record?.isClosed ?? false, isMailOff }
  })
  const confirmed = await confirming.catch((error: unknown): FollowConfirmed => {
    if (error instanceof ConfirmedBefore) return { kind: 'confirmed-before' }
    throw error
  })
  // The owner wants these mails, so earlier ones no longer count as unwanted.
  if (confirmed.kind === 'following')
    await settleAttempts(desk, { forgotten: [unconfirmedFollows({ email, now })] })
  return confirmed
}

/** Someone pressed the button of the same mail at the same time. */
class ConfirmedBefore extends Error {}

interface AccountToAdd {
  id: number
  isNew: boolean
  isMailOff: boolean
}

/** Locks the account that follows, and creates it if needed. Without a password, only a link in an email signs in. */
async function accountOf(
  trx: Transaction<DB>,
  { email, now }: { email: string; now: Date },
): Promise<AccountToAdd | 'locked'> {
  const added = await insertFollower(trx, { email, now })
  if (added !== undefined) return { id: added.id, isNew: true, isMailOff: false }
  const known = await holdFollower(trx, { email })
  // Deleted in the same moment. The link still works.
  if (known === undefined) throw new Error('The account was deleted while something was added to it')
  if (known.isLocked) return 'locked'
  return { id: known.id, isNew: false, isMailOff: await stopsMail(trx, { known, email, now }) }
}

/** Prepares an account for what its owner confirmed. True if it still gets no mail, as its owner chose. */
async function stopsMail(
  trx: Transaction<DB>,
  { known, email, now }: { known: HeldFollower; email: string; now: Date },
): Promise<boolean> {
  const { id: userId, isMailOff, hasPassword, hasOtherChannels } = known
  if (!known.isVerified) {
    // Anyone could have signed up with this address. Its owner must not confirm a stranger's password along with this.
    await endUnconfirmedAccess(trx, { uid: userId, now })
    // Also ends subscriptions that staff or an import added: the mail named only this one.
    await startAnew(trx, userId)
    await verifyAddress(trx, { userId, email, now })
    await voidOneTimeTokens(trx, { userId, purposes: ['verify-email'], now })
    return false
  }
  if (!isMailOff) return false
  // The owner finds the switch in the settings. Whatever other channels depend on must not end here.
  if (hasPassword || hasOtherChannels) return true
  await startAnew(trx, userId)
  return false
}

/** Silently leaves out what can't be followed anymore. */
async function addFollowed(
  trx: Transaction<DB>,
  of: {
    userId: number
    choice: FollowChoice
    target: FollowTarget
    offer: CloudToFollow | undefined
    now: Date
  },
) {
  const { userId, choice, target, offer, now } = of
  if (target.record !== undefined) await followRecord(trx, { userId, recordId: target.record.id, now })
  if (target.things.length === 0 || offer === undefined) return
  const machineName = choice.cloud
  const tids = await findCloudTids(trx, machineName)
  if (tids === undefined) return
  const own = await subscriptionsOnCloud(trx, { userId, machineName })
  const sections = { maintenance: tids.maintenanceTid, advisory: tids.advisoryTid }
  const rows = target.things.reduce(
    (sofar, thing) => {
      const choices = [thing === 'maintenance' || thing === 'advisory' ? sections[thing] : thing]
      const plan = subscribePlan({ ...offer, ...tids }, sofar, { choices, action: 'subscribe' })
      return plan.kind === 'planned' ? plan.rows : sofar
    },
    own as readonly (typeof own)[number][],
  )
  const { add, remove } = difference(own, rows)
  await changeSubscriptions(trx, { userId, cloudId: tids.id, add, remove, now })
}
