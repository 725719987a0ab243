import type { Kysely, Transaction } from 'kysely'
import { dropAllOfAddress } from '../../db/account-mails.ts'
import { againOnDeadlock } from '../../db/again-on-deadlock.ts'
import { insertAudit } from '../../db/audit.ts'
import { findSuppression } from '../../db/channels.ts'
import type { DB } from '../../db/database.ts'
import { refusesFollowMails } from '../../db/follow-refusals.ts'
import { deleteUser } from '../../db/own-account.ts'
import { addSubscriptions, findCustomers, insertSubscribers } from '../../db/subscriber-imports.ts'
import { findCloudToFollow, findSubscriber, followedBy, holdCustomer } from '../../db/subscribers.ts'
import { holdSubscriber } from '../../db/subscriptions.ts'
import { deleteSubscriptions } from '../../db/unsubscribing.ts'
import { emailAddress } from '../../domain/account/email-address.ts'
import { isStaffAddress } from '../../domain/account/staff-address.ts'
import type { Actor } from '../../domain/actor.ts'
import { EVERYTHING } from '../../domain/imports/plan-subscribers.ts'
import { subscriptionName } from '../../domain/notifying/subscription-name.ts'
import type { AccountsDesk } from '../accounts.ts'
import { endUnconfirmedAccess } from '../forget-old-password.ts'
import { queueAskedMail } from '../mails/queue-asked-mail.ts'
import type { Throttled } from '../throttle/throttle.ts'

interface Acting {
  actor: Actor
  now: Date
}

export type AddedSubscriber =
  | { kind: 'added'; uid: number }
  | { kind: 'wrong'; errors: Record<string, string> }
  | { kind: 'known-already'; uid: number }
  | RefusedToAsk
  | Throttled

/**
 * Z-05: the owner has to confirm by mail first; only an import of addresses that were confirmed
 * elsewhere goes without.
 */
export async function addSubscriber(
  desk: AccountsDesk,
  of: {
    email: string
    cloudId: number
    /** Undefined means everything on the cloud, including later additions. */
    serviceTids: readonly number[] | undefined
    staffDomains: readonly string[]
  } & Acting,
): Promise<AddedSubscriber> {
  const email = emailAddress(of.email)
  if (email === undefined) return wrong({ email: 'Please enter an email address.' })
  if (isStaffAddress(email, of.staffDomains))
    return wrong({ email: 'Staff sign in with the employee login and subscribe there.' })
  const cloud = await findCloudToFollow(desk.db, of.cloudId)
  if (cloud === undefined) return wrong({ cloud: 'Please choose a cloud.' })
  const names = of.serviceTids?.map((tid) => cloud.services.get(tid))
  if (names?.includes(undefined)) return wrong({ services: 'Please choose services of this cloud.' })
  const refusal = await findRefusal(desk.db, email)
  if (refusal !== undefined) return refusal
  const added = await undoneIfThrottled(desk, (trx) =>
    addNow(trx, { ...of, email, audited: { cloud: cloud.title, services: names ?? 'all' } }),
  )
  if (added.kind === 'added') desk.wakeMails()
  return added
}

async function addNow(
  trx: Transaction<DB>,
  of: {
    email: string
    cloudId: number
    serviceTids: readonly number[] | undefined
    audited: object
  } & Acting,
): Promise<AddedSubscriber> {
  const { email, cloudId, serviceTids, audited, actor, now } = of
  const inserted = await insertSubscribers(trx, { emails: [email], verifiedAt: null, cameBy: 'staff', now })
  const isNew = inserted.has(email)
  const uid = (isNew ? inserted : await findCustomers(trx, [email])).get(email)
  if (uid === undefined) return wrong({ email: 'Please try again.' })
  if (!isNew && (await findSubscriber(trx, uid))?.email_verified_at !== null)
    return { kind: 'known-already', uid }
  if (!isNew && !(await endUnconfirmedAccess(trx, { uid, now }))) return { kind: 'known-already', uid }
  const choices = serviceTids?.map((tid) => ({ scope: 'service' as const, tid })) ?? EVERYTHING
  await addSubscriptions(trx, {
    cloudId,
    now,
    subscriptions: choices.map((choice) => ({ userId: uid, ...choice })),
  })
  await insertAudit(trx, {
    at: now,
    actor,
    action: 'add-subscriber',
    entity: 'user',
    entityId: uid,
    before: null,
    after: { ...audited, is_new_account: isNew },
  })
  const queued = await queueAskedMail(trx, { kind: 'verify-email', email, userId: uid, now })
  return queued.kind === 'queued' ? { kind: 'added', uid } : queued
}

export type ConfirmationAsked =
  | { kind: 'queued' }
  | { kind: 'not-found' }
  | { kind: 'confirmed-already' }
  | RefusedToAsk
  | Throttled

export async function askForConfirmation(
  desk: AccountsDesk,
  { uid, actor, now }: { uid: number } & Acting,
): Promise<ConfirmationAsked> {
  const found = await findSubscriber(desk.db, uid)
  if (found?.email == null) return { kind: 'not-found' }
  if (found.email_verified_at !== null) return { kind: 'confirmed-already' }
  const { email } = found
  const refusal = await findRefusal(desk.db, email)
  if (refusal !== undefined) return refusal
  const asked = await undoneIfThrottled(desk, async (trx) => {
    await insertAudit(trx, {
      at: now,
      actor,
      action: 'ask-for-confirmation',
      entity: 'user',
      entityId: uid,
      before: null,
      after: null,
    })
    return queueAskedMail(trx, { kind: 'verify-email', email, userId: uid, now })
  })
  if (asked.kind === 'queued') desk.wakeMails()
  return asked
}

type RefusedToAsk = { kind: 'refuses-mail' } | { kind: 'refuses-questions' }

async function findRefusal(db: Kysely<DB>, email: string): Promise<RefusedToAsk | undefined> {
  if ((await findSuppression(db, email)) !== undefined) return { kind: 'refuses-mail' }
  return (await refusesFollowMails(db, email)) ? { kind: 'refuses-questions' } : undefined
}

/** A full mailbox limit undoes everything: an account that is never asked to confirm would wait forever. */
async function undoneIfThrottled<T extends { kind: string }>(
  { db }: AccountsDesk,
  work: (trx: Transaction<DB>) => Promise<T | Throttled>,
): Promise<T | Throttled> {
  try {
    return await db.transaction().execute(async (trx) => {
      const done = await work(trx)
      if (done.kind === 'throttled') throw new Undone(done as Throttled)
      return done
    })
  } catch (error) {
    if (error instanceof Undone) return error.throttled
    throw error
  }
}

class Undone extends Error {
  readonly throttled: Throttled

  constructor(throttled: Throttled) {
    super('Too many mails to this mailbox')
    this.throttled = throttled
  }
}

export type EndedSubscriptions = { kind: 'ended' } | { kind: 'not-found' }

/** Z-05: pending messages because of them aren't sent. Idempotent. */
export function endSubscriptions(
  { db }: Pick<AccountsDesk, 'db'>,
  { uid, ids, actor, now }: { uid: number; ids: readonly number[] | undefined } & Acting,
): Promise<EndedSubscriptions> {
  return againOnDeadlock(() =>
    db.transaction().execute(async (trx): Promise<EndedSubscriptions> => {
      if (!(await holdSubscriber(trx, uid))) return { kind: 'not-found' }
      const followed = await followedBy(trx, uid)
      const ended = followed.filter(({ id }) => ids === undefined || ids.includes(id))
      if (ended.length === 0) return { kind: 'ended' }
      await deleteSubscriptions(trx, { userId: uid, ids: ended.map(({ id }) => id) })
      await insertAudit(trx, {
        at: now,
        actor,
        action: 'end-subscriptions',
        entity: 'user',
        entityId: uid,
        before: { subscriptions: followed.length, ended: null },
        after: {
          subscriptions: followed.length - ended.length,
          ended: ended.slice(0, NAMED_IN_AUDIT).map(subscriptionName),
        },
      })
      return { kind: 'ended' }
    }),
  )
}

const NAMED_IN_AUDIT = 50

export type ErasedSubscriber = { kind: 'erased' } | { kind: 'not-found' } | { kind: 'staff' }

/** Z-05: as if the owner had deleted the account. */
export function eraseSubscriber(
  { db }: Pick<AccountsDesk, 'db'>,
  { uid, actor, now }: { uid: number } & Acting,
): Promise<ErasedSubscriber> {
  return againOnDeadlock(() =>
    db.transaction().execute(async (trx): Promise<ErasedSubscriber> => {
      const customer = await holdCustomer(trx, uid)
      if (customer === undefined) return { kind: 'not-found' }
      if (customer.isStaff) return { kind: 'staff' }
      await deleteUser(trx, uid)
      if (customer.email !== null) await dropAllOfAddress(trx, customer.email)
      await insertAudit(trx, {
        at: now,
        actor,
        action: 'erase-subscriber',
        entity: 'user',
        entityId: uid,
        before: null,
        after: null,
      })
      return { kind: 'erased' }
    }),
  )
}

function wrong(errors: Record<string, string>): { kind: 'wrong'; errors: Record<string, string> } {
  return { kind: 'wrong', errors }
}
