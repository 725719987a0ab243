import { changeOwnSubscriptions } from '../../delivery/subscriptions/change-own-subscriptions.ts'
import {
  changeOwnTermSubscriptions,
  ownTermSubscriptions,
} from '../../delivery/subscriptions/change-own-term-subscriptions.ts'
import { dryRun } from '../../delivery/subscriptions/dry-run.ts'
import { type CloudOnOffer, ownSubscriptions } from '../../delivery/subscriptions/own-subscriptions.ts'
import { aboutUnsubscribing } from '../../delivery/unsubscribing/about-unsubscribing.ts'
import { unsubscribe } from '../../delivery/unsubscribing/unsubscribe.ts'
import type { AllScope } from '../../domain/notifying/subscribable.ts'
import { findCloud, type SiteCloud } from '../../edition/edition.ts'
import { type AccountContext, heldEdition } from '../context.ts'
import { Fault } from '../http/faults.ts'
import type { Handlers } from './asked.ts'

export const subscriptionHandlers: Handlers<
  | 'POST /api/subscriptions'
  | 'POST /api/subscribe'
  | 'POST /api/user_notifications'
  | 'POST /api/notification_manage_subscription'
  | 'POST /api/subscriptions/dry-run'
> = {
  'POST /api/subscriptions': async ({ context, input, viewer }) => {
    const cloud = cloudOnOffer(context, input.cloud)
    const data = await ownSubscriptions(context.delivery, { userId: viewer.uid, cloud })
    if (data === undefined) throw unknownCloud(input.cloud)
    return { data }
  },

  'POST /api/subscribe': async ({ context, input, viewer }) => {
    const { tid, action } = input
    const outcome = await changeOwnSubscriptions(context.delivery, {
      userId: viewer.uid,
      cloud: cloudOnOffer(context, input.cloud),
      choices: Array.isArray(tid) ? tid : [tid],
      action,
      now: context.clock(),
    })
    switch (outcome.kind) {
      case 'changed':
        return { data: outcome.data }
      case 'no-account':
        throw new Fault('not-signed-in')
      case 'no-cloud':
        throw unknownCloud(input.cloud)
      case 'unknown':
        throw unknownTid(outcome.tid, 'Nothing on this cloud')
      case 'decommissioned':
        throw new Fault('wrong-input', {
          message: `${outcome.name} is decommissioned, so there will be no messages about it.`,
        })
      case 'not-shown':
        throw new Fault('wrong-input', { message: `This cloud has no ${SECTIONS[outcome.scope]}.` })
    }
  },

  'POST /api/user_notifications': async ({ context, viewer }) => ({
    data: await ownTermSubscriptions(context.delivery, viewer.uid),
  }),

  'POST /api/notification_manage_subscription': async ({ context, input, viewer }) => {
    const { tid, action } = input
    const choices = typeof tid === 'number' ? [tid] : tid
    const asked = { userId: viewer.uid, choices, action, now: context.clock() }
    const outcome = await changeOwnTermSubscriptions(context.delivery, asked)
    switch (outcome.kind) {
      case 'changed':
        return { data: outcome.data }
      case 'no-account':
        throw new Fault('not-signed-in')
      case 'unknown':
        throw unknownTid(outcome.tid, 'No category of notifications')
    }
  },

  'POST /api/subscriptions/dry-run': async ({ context, viewer }) => ({
    data: await dryRun(context.delivery, { userId: viewer.uid, now: context.clock() }),
  }),
}

const SECTIONS: Record<AllScope, string> = {
  core_cloud_services: 'core cloud services',
  datacenter: 'public data centers',
  premium_datacenters: 'premium data centers',
}

function cloudOnOffer(context: AccountContext, machineName: string): CloudOnOffer {
  const offer = findOffer(context, machineName)
  if (offer === undefined) throw unknownCloud(machineName)
  return offer
}

function unknownCloud(machineName: string) {
  return new Fault('not-found', { message: `There is no cloud "${machineName}".` })
}

function unknownTid(tid: number, nothing: string) {
  return new Fault('not-found', { message: `${nothing} has the ID ${tid}.` })
}

export const unsubscribingHandlers: Handlers<'POST /api/unsubscribe/about' | 'POST /api/unsubscribe'> = {
  'POST /api/unsubscribe/about': async ({ context, input }) => {
    const data = await aboutUnsubscribing(context.delivery, input.token)
    if (data === undefined) throw wrongToken()
    return { data }
  },

  'POST /api/unsubscribe': async ({ context, input }) => {
    const outcome = await unsubscribe(context.delivery, {
      ...input,
      findOffer: (machineName) => findOffer(context, machineName),
      now: context.clock(),
    })
    if (outcome.kind === 'wrong-token') throw wrongToken()
    return {
      data: { message: input.from === 'everything' ? SWITCHED_OFF : unsubscribedFrom(outcome.things) },
    }
  },
}

const SWITCHED_OFF = 'No more messages will be sent there.'

function wrongToken() {
  return new Fault('wrong-input', {
    message: 'This link is invalid or incomplete. Copy the whole address from the message.',
  })
}

function unsubscribedFrom(things: readonly string[]) {
  if (things.length === 0) return 'You’re already unsubscribed from what this message was about.'
  return `You’re unsubscribed from ${new Intl.ListFormat('en').format(things)}.`
}

export function findOffer(context: AccountContext, machineName: string): CloudOnOffer | undefined {
  const cloud = findCloud(heldEdition(context).edition, machineName)
  return cloud === undefined ? undefined : toOffer(cloud)
}

function toOffer({ machine_name, cloud_status, serviceCategories, regions }: SiteCloud): CloudOnOffer {
  return {
    machineName: machine_name,
    shows: {
      core_cloud_services: cloud_status.core_cloud_services === '1',
      datacenter: cloud_status.datacenter === '1',
      premium_datacenters: cloud_status.premium_datacenter === '1',
    },
    services: serviceCategories.flatMap(({ services }) => services),
    regions,
  }
}
