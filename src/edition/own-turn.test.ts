import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ownTurn } from './own-turn.ts'

test('what begins together takes a turn each', async () => {
  let turn = 0
  let isOver = false
  const counting = (async () => {
    for (; !isOver; turn++) await nextTurn()
  })()
  const turns = await Promise.all([1, 2, 3].map(() => ownTurn().then(() => turn)))
  isOver = true
  await counting
  expect(new Set(turns).size).toBe(3)
})
