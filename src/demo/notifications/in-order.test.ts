import { expect, test } from 'vitest'
import { inOrder } from './in-order.ts'

test('an application is added before it is changed and retired last, in any deck order', () => {
  const dealt = [
    { app: 'A', rank: 0 },
    { app: 'B', rank: 1 },
    { app: 'A', rank: 2 },
    { app: 'B', rank: 2 },
    { app: 'A', rank: 1 },
  ]
  const newestFirst = inOrder(dealt, { subjectOf: ({ app }) => app, rankOf: ({ rank }) => rank })
  expect(newestFirst.map(({ app, rank }) => `${app}${rank}`)).toEqual(['A2', 'B2', 'A1', 'B1', 'A0'])
})
