import { expect, test } from 'vitest'
import { parseChosen } from '../../domain/chosen-places.ts'
import { ordersFor } from './take-along.tsx'

const CLOUDS = [
  { cloud: 'one', services: tids(1, 2), dataCenters: tids(7, 8) },
  { cloud: 'two', services: tids(3), dataCenters: tids(7, 9) },
]

function tids(...ids: number[]) {
  return ids.map((tid) => ({ tid }))
}

test.each([
  ['a service is subscribed to on its cloud', 's2,s3', undefined, { one: [2], two: [3] }],
  ['a data center on the clouds of the starred services', 's3,d7', 'one', { two: [3, 7] }],
  ['without services on the selected cloud', 'd7,d8', 'two', { one: [8], two: [7] }],
  ['without a selected cloud on the first that has it', 'd7', undefined, { one: [7] }],
  ['what no longer exists is left out', 's99,d99', 'one', {}],
])('U-12 at sign-up, %s', (_, mine, selected, expected) => {
  const orders = ordersFor(parseChosen(mine), CLOUDS, selected)
  expect(Object.fromEntries(orders.map(({ cloud, tids }) => [cloud, tids]))).toEqual(expected)
})
