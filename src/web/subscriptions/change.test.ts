import { expect, test } from 'vitest'
import { type Change, doneText, flipped, notDoneText } from './change.ts'

const item = { kind: 'item', tid: 7, name: 'Sandbox' } as const
const region = { kind: 'region', tid: 8 } as const
const all = { kind: 'all', scope: 'datacenter' } as const

test('U-04 a change toggles the subscription', () => {
  expect(flipped(item, true).action).toBe('unsubscribe')
  expect(flipped(item, false).action).toBe('subscribe')
})

test.each<[string, Change['target'], string, string]>([
  [
    'U-04 for one thing',
    item,
    'You have successfully subscribed to the Sandbox notifications.',
    'You have successfully unsubscribed from the Sandbox notifications.',
  ],
  [
    'U-05 for all in a scope',
    all,
    'You have successfully subscribed to all the service notifications.',
    'You have successfully unsubscribed from all the service notifications.',
  ],
  [
    'U-06 for a region',
    region,
    'You have successfully subscribed to all the services.',
    'You have successfully unsubscribed from all the services.',
  ],
])('%s the text says what was done', (_, target, subscribed, unsubscribed) => {
  expect(doneText({ action: 'subscribe', target })).toBe(subscribed)
  expect(doneText({ action: 'unsubscribe', target })).toBe(unsubscribed)
})

test('a failed change is reported with its reason', () => {
  expect(notDoneText({ action: 'subscribe', target: item }, 'Try again.')).toBe(
    'Your subscription to Sandbox did not change. Try again.',
  )
  expect(notDoneText({ action: 'subscribe', target: all }, 'Try again.')).toBe(
    'Your subscriptions did not change. Try again.',
  )
})
