import { expect, test } from 'vitest'
import { mentionQuery, mentionsOffered, withMention } from './mention-query.ts'

const PEOPLE = [
  { uid: 1, name: 'Ada Byron' },
  { uid: 2, name: 'Ben Lindqvist' },
  { uid: 3, name: 'Ben Ode' },
]

test.each([
  ['@', 1, { at: 0, words: '' }],
  ['Hi @be', 6, { at: 3, words: 'be' }],
  ['Hi @Ben Li', 10, { at: 3, words: 'Ben Li' }],
  ['Hi @be there', 6, { at: 3, words: 'be' }],
  ['mail a@b', 8, undefined],
  ['@ben\nnext', 9, undefined],
  ['at @ noon', 9, undefined],
  ['no one', 6, undefined],
])('%j at %d', (text, cursor, query) => {
  expect(mentionQuery(text, cursor)).toEqual(query)
})

test('finds people by the start of any name, and no one after the whole name and a space', () => {
  const named = (words: string) => mentionsOffered(PEOPLE, words).map(({ uid }) => uid)
  expect(named('')).toEqual([1, 2, 3])
  expect(named('BEN')).toEqual([2, 3])
  expect(named('byr')).toEqual([1])
  expect(named('ben l')).toEqual([2])
  expect(named('Ben Lindqvist ')).toEqual([])
})

test('replaces the typed characters with the name', () => {
  const [, ben] = PEOPLE as [unknown, { uid: number; name: string }]
  expect(withMention('Hi @be', { at: 3, words: 'be' }, ben, PEOPLE)).toEqual({
    text: 'Hi @Ben Lindqvist ',
    cursor: 18,
  })
  expect(withMention('Hi @be there', { at: 3, words: 'be' }, ben, PEOPLE)).toEqual({
    text: 'Hi @Ben Lindqvist there',
    cursor: 18,
  })
})
