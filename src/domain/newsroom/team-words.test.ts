import { expect, test } from 'vitest'
import { mentionsIn, storedWords, typedWords, wordParts, wordsWithNames } from './team-words.ts'

const PEOPLE = [
  { uid: 7, name: 'Ben Lindqvist' },
  { uid: 8, name: 'Ben' },
  { uid: 9, name: 'Kim Okafor' },
  { uid: 10, name: 'Kim Okafor' },
  { uid: 11, name: 'Zoë' },
]

test.each([
  ['Ask @Ben Lindqvist, please', 'Ask <@7>, please'],
  ['@Ben: look', '<@8>: look'],
  ['@Benjamin', '@Benjamin'],
  ['mail ben@Ben.example', 'mail ben@Ben.example'],
  ['@Kim Okafor #10 and @Kim Okafor', '<@10> and @Kim Okafor'],
  ['(@Zoë)', '(<@11>)'],
])('%s is stored as %s, and typed the same again', (typed, stored) => {
  expect(storedWords(typed, PEOPLE)).toBe(stored)
  expect(typedWords(stored, PEOPLE)).toBe(typed)
})

test('each person is mentioned once', () => {
  expect(mentionsIn('<@7> and <@9>, <@7> again, not <@0> or <@x>')).toEqual([7, 9])
})

test('links end before punctuation, and only the web is linked', () => {
  expect(
    wordParts('See https://jira.example/NW-1, (https://a.example/b_(c)). javascript:alert(1)', []),
  ).toEqual([
    { kind: 'text', text: 'See ' },
    { kind: 'link', text: 'https://jira.example/NW-1', link: 'https://jira.example/NW-1' },
    { kind: 'text', text: ', (' },
    { kind: 'link', text: 'https://a.example/b_(c)', link: 'https://a.example/b_(c)' },
    { kind: 'text', text: '). javascript:alert(1)' },
  ])
  expect(wordParts('(see https://a.example/b).', [])).toEqual([
    { kind: 'text', text: '(see ' },
    { kind: 'link', text: 'https://a.example/b', link: 'https://a.example/b' },
    { kind: 'text', text: ').' },
  ])
  expect(wordParts('https:// <b>', [])).toEqual([{ kind: 'text', text: 'https:// <b>' }])
})

test('deleted accounts lose their names', () => {
  expect(wordsWithNames('<@7> asked <@99>', PEOPLE)).toBe('@Ben Lindqvist asked @a former colleague')
})
