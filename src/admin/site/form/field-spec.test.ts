import { expect, test } from 'vitest'
import { chosenAfter } from './field-spec.ts'

const options = [
  { value: 2, words: 'B' },
  { value: 3, words: 'C' },
]

test('a click keeps the order of the options, and what is chosen but not offered', () => {
  const chosen = [1, 3]
  const on = chosenAfter({ options, chosen }, { value: 2, isOn: true })
  expect(on).toEqual([1, 2, 3])
  expect(chosenAfter({ options, chosen: on }, { value: 2, isOn: false })).toEqual(chosen)
})
