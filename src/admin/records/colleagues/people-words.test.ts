import { expect, test } from 'vitest'
import { peopleWords } from './people-words.ts'

const person = (name: string, of: { is_you?: boolean; is_posting?: boolean } = {}) => ({
  name,
  is_you: false,
  is_posting: false,
  ...of,
})

test.each([
  [[], []],
  [[person('Ben')], ['Ben has this open']],
  [[person('Ada'), person('Ben')], ['Ada and Ben have this open']],
  [
    [person('Ada'), person('Ben', { is_posting: true })],
    ['Ben is about to post', 'Ada has this open'],
  ],
  [[person('Ada', { is_you: true, is_posting: true })], ['You have this open in another tab']],
])('%j', (people, words) => {
  expect(peopleWords(people)).toEqual(words)
})
