import {
  addSubscriber,
  askForConfirmation,
  endSubscriptions,
  eraseSubscriber,
} from '../../../accounts/subscribers/change-subscribers.ts'
import {
  searchSubscribers,
  subscriberDetails,
  subscriberFigures,
} from '../../../accounts/subscribers/read-subscribers.ts'
import { type AccountContext, heldEdition } from '../../context.ts'
import { Fault, throttledFault } from '../../http/faults.ts'
import { actorOf } from '../../http/viewer-of.ts'
import { type Asked, type Handlers, wrongFields } from '../asked.ts'

type SubscriberCall =
  | 'POST /api/admin/subscribers/search'
  | 'GET /api/admin/subscribers/figures'
  | 'GET /api/admin/subscribers/:uid'
  | 'POST /api/admin/subscribers'
  | 'POST /api/admin/subscribers/:uid/confirmation'
  | 'POST /api/admin/subscribers/:uid/end'
  | 'POST /api/admin/subscribers/:uid/erase'

export const subscriberHandlers: Handlers<SubscriberCall> = {
  'POST /api/admin/subscribers/search': ({ context, input: { q = '', before, ...query } }) =>
    searchSubscribers(context.accounts.desk, { ...query, q, before }),

  'GET /api/admin/subscribers/figures': async ({ context, input: { cloud, service, days } }) => ({
    data: await subscriberFigures(context.accounts.desk, { cloud, service, days, now: context.clock() }),
  }),

  'GET /api/admin/subscribers/:uid': ({ context, input }) => about(context, input.uid),

  'POST /api/admin/subscribers': async (asked) => {
    const { context, input } = asked
    const added = await addSubscriber(context.accounts.desk, {
      email: input.email,
      cloudId: input.cloud,
      serviceTids: input.services,
      staffDomains: heldEdition(context).edition.site.provider.staff_domains,
      ...acting(asked),
    })
    switch (added.kind) {
      case 'added':
        return about(context, added.uid)
      case 'wrong':
        throw wrongFields(added.errors)
      case 'known-already':
        throw new Fault('conflict', {
          message: `Account ${added.uid} already has this address, and its owner chooses what to follow. Search for the account to see or end its subscriptions.`,
        })
      case 'refuses-mail':
        throw refusesMail()
      case 'refuses-questions':
        throw refusesQuestions()
      case 'throttled':
        throw throttledFault(added)
    }
  },

  'POST /api/admin/subscribers/:uid/confirmation': async (asked) => {
    const { context, input } = asked
    const sent = await askForConfirmation(context.accounts.desk, { uid: input.uid, ...acting(asked) })
    switch (sent.kind) {
      case 'queued':
        return about(context, input.uid)
      case 'not-found':
        throw noSubscriber(input.uid)
      case 'confirmed-already':
        throw new Fault('conflict', { message: 'This address is confirmed already.' })
      case 'refuses-mail':
        throw refusesMail()
      case 'refuses-questions':
        throw refusesQuestions()
      case 'throttled':
        throw throttledFault(sent)
    }
  },

  'POST /api/admin/subscribers/:uid/end': async (asked) => {
    const { uid, ids } = asked.input
    const ended = await endSubscriptions(asked.context.accounts.desk, { uid, ids, ...acting(asked) })
    if (ended.kind === 'not-found') throw noSubscriber(uid)
    return about(asked.context, uid)
  },

  'POST /api/admin/subscribers/:uid/erase': async (asked) => {
    const { uid } = asked.input
    const erased = await eraseSubscriber(asked.context.accounts.desk, { uid, ...acting(asked) })
    switch (erased.kind) {
      case 'erased':
        return { data: { erased: true } }
      case 'not-found':
        throw noSubscriber(uid)
      case 'staff':
        throw new Fault('conflict', {
          message:
            'This is the account of an employee, which would come back with the next sign-in. Lock it under People instead.',
        })
    }
  },
}

async function about(context: AccountContext, uid: number) {
  const data = await subscriberDetails(context.accounts.desk, uid)
  if (data === undefined) throw noSubscriber(uid)
  return { data }
}

function acting({ context, viewer, request }: Pick<Asked<SubscriberCall>, 'context' | 'viewer' | 'request'>) {
  return { actor: actorOf(viewer, { capability: 'manage-subscribers', request }), now: context.clock() }
}

function noSubscriber(uid: number) {
  return new Fault('not-found', { message: `There is no account ${uid}.` })
}

function refusesQuestions() {
  return new Fault('conflict', {
    message:
      'The owner of this address asked us not to send confirmation requests. They can sign up themselves.',
  })
}

function refusesMail() {
  return new Fault('conflict', {
    message: 'We don’t send mail to this address. Allow it again under Deliveries → Addresses first.',
  })
}
