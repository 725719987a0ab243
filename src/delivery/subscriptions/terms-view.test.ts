import { describe, expect, test } from 'vitest'
import type { OwnTermSubscription, SubscribableTerm } from '../../domain/notifying/subscribable.ts'
import { subscribeTermsPlan } from './subscribe-terms-plan.ts'
import { termsView } from './terms-view.ts'

const terms: SubscribableTerm[] = [
  term(1, 'Games', 'url_change_notification', 'URL categories'),
  term(2, 'News', 'url_change_notification', 'URL categories'),
  term(3, 'Storage', 'cloud_app', 'Apps'),
]
const ALL: OwnTermSubscription = { scope: 'terms', tid: null }

describe('U-03 notification categories', () => {
  test('are grouped by type, each with its star', () => {
    const { groups } = termsView(terms, [{ scope: 'term', tid: 2 }])
    expect(Object.keys(groups)).toEqual(['URL categories', 'Apps'])
    expect(groups['URL categories']).toEqual({
      notification_type: 'url_change_notification',
      all_subscribed: 0,
      categories: [
        {
          notification_subcategory_id: 1,
          notification_subcategory_name: 'Games',
          notification_subcategory_sub_status: 0,
        },
        {
          notification_subcategory_id: 2,
          notification_subcategory_name: 'News',
          notification_subcategory_sub_status: 1,
        },
      ],
    })
  })

  test('U-11 are counted if subscribed', () => {
    expect(termsView(terms, []).totalCount).toBe(0)
    expect(termsView(terms, [{ scope: 'term', tid: 2 }]).totalCount).toBe(1)
    expect(termsView(terms, [ALL, { scope: 'term', tid: 2 }]).totalCount).toBe(3)
    expect(termsView(terms, [{ scope: 'term', tid: 9 }]).totalCount).toBe(0)
  })

  test('of two types with the same group name stay apart', () => {
    const { groups } = termsView([...terms, term(4, 'Mail', 'cloud_app', 'URL categories')], [ALL])
    expect(Object.keys(groups)).toEqual(['URL categories', 'Apps', 'URL categories (cloud_app)'])
  })
})

describe('U-03 subscribing to categories', () => {
  test('adds and removes single categories', () => {
    expect(rowsAfter([], 'subscribe', [1, 3])).toEqual([
      { scope: 'term', tid: 1 },
      { scope: 'term', tid: 3 },
    ])
    expect(rowsAfter([{ scope: 'term', tid: 1 }], 'subscribe', [1])).toEqual([{ scope: 'term', tid: 1 }])
    expect(rowsAfter([{ scope: 'term', tid: 1 }], 'unsubscribe', [1])).toEqual([])
  })

  test('U-07 covers later additions with All, and removing one keeps the other current ones', () => {
    const all = rowsAfter([{ scope: 'term', tid: 1 }], 'subscribe', 'all')
    expect(all).toEqual([{ scope: 'term', tid: 1 }, ALL])
    expect(rowsAfter(all, 'subscribe', [2])).toEqual(all)
    expect(rowsAfter(all, 'unsubscribe', [2])).toEqual([
      { scope: 'term', tid: 1 },
      { scope: 'term', tid: 3 },
    ])
    expect(rowsAfter(all, 'unsubscribe', 'all')).toEqual([])
  })

  test('changes nothing if one is unknown', () => {
    const asked = { choices: [1, 9], action: 'subscribe' as const }
    expect(subscribeTermsPlan(terms, [], asked)).toEqual({ kind: 'unknown', tid: 9 })
  })
})

function rowsAfter(
  own: readonly OwnTermSubscription[],
  action: 'subscribe' | 'unsubscribe',
  choices: readonly number[] | 'all',
) {
  const plan = subscribeTermsPlan(terms, own, { choices, action })
  if (plan.kind !== 'planned') throw new Error(`refused: ${plan.kind}`)
  return plan.rows
}

function term(tid: number, name: string, notificationType: string, groupName: string): SubscribableTerm {
  return { tid, name, notificationType, groupName }
}
