import { changeOwnSubscriptions } from '../../delivery/subscriptions/change-own-subscriptions.ts'
import {
  changeOwnTermSubscriptions,
  ownTermSubscriptions,
} from '../../delivery/subscriptions/change-own-term-subscriptions.ts'
import { dryRun } from '../../delivery/subscriptions/dry-run.ts'
import { type CloudOnOffer, ownSubscriptions } from '../../delivery/subscriptions/own-subscriptions.ts'
import type { AllScope } from '../../domain/notifying/subscribable.ts'
import type { AccountContext } from '../context.ts'
import { Fault } from '../http/faults.ts'
import type { Handlers } from './asked.ts'
import { findOffer } from './find-offer.ts'

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
        throw unknownTid(outcome.tid, 'on this cloud')
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
        throw unknownTid(outcome.tid, 'among the categories of notifications')
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

function unknownTid(tid: number, where: string) {
  return new Fault('not-found', { message: `There is nothing with the number ${tid} ${where}.` })
}
