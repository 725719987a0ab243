import { expect, test } from 'vitest'
import type { PersonPresent } from '../../../contract/admin/presence.ts'
import { peopleWords } from './people-words.ts'

const person = (name: string, of: Partial<PersonPresent> = {}) => ({
  name,
  is_you: false,
  is_posting: false,
  is_post_mortem: false,
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
  [
    [person('Ada'), person('Ben', { is_post_mortem: true })],
    ['Ada has this open', 'Ben has its post-mortem open'],
  ],
])('%j', (people, words) => {
  expect(peopleWords(people)).toEqual(words)
})

test('on the screen of a post-mortem, people who have the incident open are distinguished', () => {
  const people = [person('Ada'), person('Ben', { is_post_mortem: true, is_posting: true })]
  expect(peopleWords(people, 'post-mortem')).toEqual([
    'Ben is about to publish the post-mortem',
    'Ada has the incident open',
  ])
  expect(peopleWords([person('Ben', { is_post_mortem: true })], 'post-mortem')).toEqual(['Ben has this open'])
  expect(peopleWords([person('Ada', { is_you: true })], 'post-mortem')).toEqual([])
})
