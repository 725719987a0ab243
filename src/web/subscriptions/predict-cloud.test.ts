import fc from 'fast-check'
import { expect, test } from 'vitest'
import { subscriptionView } from '../../delivery/subscriptions/subscription-view.ts'
import type { OwnSubscription, SubscribableCloud } from '../../domain/notifying/subscribable.ts'
import { type CloudChoice, subscribePlan } from '../../domain/notifying/subscribe-plan.ts'
import type { Change, Target } from './change.ts'
import { type CloudChoices, cloudChoices } from './choices.ts'
import { predictCloud } from './predict-cloud.ts'

const cloud: SubscribableCloud = {
  maintenanceTid: 1,
  advisoryTid: 2,
  shows: { core_cloud_services: true, datacenter: true, premium_datacenters: true },
  services: [11, 12, 13].map(thing),
  regions: [
    { tid: 20, title: 'Europe', dataCenters: [center(21, false), center(22, false), center(23, true)] },
    { tid: 30, title: 'Africa', dataCenters: [center(31, false), center(32, true)] },
    { tid: 40, title: 'Oceania', dataCenters: [center(41, false)] },
  ],
}

const ITEMS = [1, 2, 11, 12, 13, 21, 22, 23, 31, 32, 41]
const SCOPES = ['all', 'core_cloud_services', 'datacenter', 'premium_datacenters'] as const

const target = fc.oneof(
  fc.constantFrom(...ITEMS).map((tid): Target => ({ kind: 'item', tid, name: `Thing ${tid}` })),
  fc.constantFrom(20, 30, 40).map((tid): Target => ({ kind: 'region', tid })),
  fc.constantFrom(...SCOPES).map((scope): Target => ({ kind: 'all', scope })),
)
const change: fc.Arbitrary<Change> = fc.record({
  action: fc.constantFrom('subscribe' as const, 'unsubscribe' as const),
  target,
})

test('the prediction always matches the server', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 6 }), change, (earlier, last) => {
      const own = earlier.reduce(changed, [])
      expect(predictCloud(answered(own), last)).toEqual(answered(changed(own, last)))
    }),
  )
})

function changed(own: readonly OwnSubscription[], { action, target: of }: Change) {
  const plan = subscribePlan(cloud, own, { choices: choicesOf(of), action })
  if (plan.kind !== 'planned') throw new Error(plan.kind)
  return plan.rows
}

function choicesOf(of: Target): CloudChoice[] {
  switch (of.kind) {
    case 'item':
    case 'region':
      return [of.tid]
    case 'group':
      return [...of.tids]
    case 'all':
      return [of.scope]
  }
}

function answered(own: readonly OwnSubscription[]): CloudChoices {
  return cloudChoices({
    data: { subscriptions_count: own.length, counts: {}, ...subscriptionView(cloud, own) },
  })
}

function thing(tid: number) {
  return { tid, name: `Thing ${tid}`, isActive: true }
}

function center(tid: number, isPremium: boolean) {
  return { ...thing(tid), isPremium }
}
