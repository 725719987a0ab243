import { expect, test } from 'vitest'
import { SUBSCRIPTION_SCOPES } from './subscription.ts'
import { subscriptionName } from './subscription-name.ts'

test('every subscription has its own name', () => {
  const names = SUBSCRIPTION_SCOPES.map((scope) => subscriptionName({ scope, cloud: 'alpha', name: null }))
  expect(new Set(names).size).toBe(SUBSCRIPTION_SCOPES.length)
})

test.each([
  [{ scope: 'datacenter', cloud: 'alpha', name: null }, 'all public data centers of alpha'],
  [{ scope: 'service', cloud: 'alpha', name: 'Gateway' }, 'Gateway on alpha'],
  [{ scope: 'region', cloud: 'alpha', name: 'Europe' }, 'Europe on alpha'],
  [{ scope: 'term', cloud: null, name: 'Games' }, 'Games'],
] as const)('%o is called "%s"', (subscription, name) => {
  expect(subscriptionName(subscription)).toBe(name)
})
