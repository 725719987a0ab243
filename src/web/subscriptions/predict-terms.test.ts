import { expect, test } from 'vitest'
import { subscribeTermsPlan } from '../../delivery/subscriptions/subscribe-terms-plan.ts'
import { termsView } from '../../delivery/subscriptions/terms-view.ts'
import type { OwnTermSubscription } from '../../domain/notifying/subscribable.ts'
import type { Change } from './change.ts'
import { type TermChoices, termChoices } from './choices.ts'
import { predictTerms } from './predict-terms.ts'

const TERMS = [
  { tid: 1, name: 'Gambling', notificationType: 'url_change_notification', groupName: 'URL Categories' },
  { tid: 2, name: 'Games', notificationType: 'url_change_notification', groupName: 'URL Categories' },
  { tid: 3, name: 'Certificates', notificationType: 'advisories', groupName: 'Advisories' },
]

const TARGETS: Change['target'][] = [
  { kind: 'item', tid: 2, name: 'Games' },
  { kind: 'group', tids: [1, 2], name: 'URL Categories' },
  { kind: 'all', scope: 'all' },
]
const CHANGES = (['subscribe', 'unsubscribe'] as const).flatMap((action) =>
  TARGETS.map((target): Change => ({ action, target })),
)

test('U-03 the prediction matches the server after any two changes', () => {
  for (const first of CHANGES) {
    for (const second of CHANGES) {
      const own = changed([], first)
      expect(predictTerms(answered(own), second)).toEqual(answered(changed(own, second)))
    }
  }
})

function changed(own: readonly OwnTermSubscription[], { action, target }: Change) {
  const choices = target.kind === 'group' ? target.tids : target.kind === 'item' ? [target.tid] : 'all'
  const plan = subscribeTermsPlan(TERMS, own, { choices, action })
  if (plan.kind !== 'planned') throw new Error(plan.kind)
  return plan.rows
}

function answered(own: readonly OwnTermSubscription[]): TermChoices {
  const { groups, totalCount, all_subscribed } = termsView(TERMS, own)
  return termChoices({
    data: { subscriptions_count: own.length, counts: {}, all_subscribed, terms: { ...groups, totalCount } },
  })
}
