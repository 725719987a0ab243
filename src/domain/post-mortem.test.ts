import { expect, test } from 'vitest'
import { placeholdersIn } from './newsroom/placeholders.ts'
import {
  actionInWords,
  businessDaysAfter,
  changedPostMortemFields,
  dueWords,
  emptyPostMortem,
  fillPostMortem,
  isOneText,
  mergePostMortem,
  PART_NAMES,
  POST_MORTEM_TEMPLATE,
  postMortemDaysOf,
  postMortemDaysProblem,
  postMortemProblems,
  tidyPostMortem,
} from './post-mortem.ts'

const ACTION = { words: 'Renew earlier', state: 'planned' as const, due_on: null, done_on: null }
const NOW = new Date('2026-11-17T10:00:00Z')

test('weekends are no working days', () => {
  expect(businessDaysAfter(new Date('2026-11-17T10:00:00Z'), 3)).toBe('2026-11-20')
  expect(businessDaysAfter(new Date('2026-11-20T10:00:00Z'), 1)).toBe('2026-11-23')
  expect(businessDaysAfter(new Date('2026-11-21T23:59:00Z'), 5)).toBe('2026-11-27')
})

test('staff see how many days are left', () => {
  expect(dueWords('2026-11-19', NOW)).toEqual({ words: 'Post-mortem due in 2 days', isOverdue: false })
  expect(dueWords('2026-11-18', NOW).words).toBe('Post-mortem due in 1 day')
  expect(dueWords('2026-11-17', NOW)).toEqual({ words: 'Post-mortem due today', isOverdue: false })
  expect(dueWords('2026-11-14', NOW)).toEqual({ words: 'Post-mortem overdue by 3 days', isOverdue: true })
})

test('actions say their state in words', () => {
  expect(actionInWords(ACTION)).toBe('Planned')
  expect(actionInWords({ ...ACTION, state: 'in_progress', due_on: '2026-12-01' })).toBe(
    'In progress, due on 01 Dec 2026',
  )
  expect(actionInWords({ ...ACTION, state: 'done', done_on: '2026-11-05' })).toBe('Done on 05 Nov 2026')
})

test('empty actions and blank parts are dropped, and only what is done has its day', () => {
  const { content, errors } = tidyPostMortem(
    {
      ...emptyPostMortem(),
      impact: '<p> </p>',
      actions: [
        { ...ACTION, words: '  ' },
        { ...ACTION, done_on: '2026-11-01' },
        { ...ACTION, state: 'done' },
      ],
    },
    { now: NOW, clean: (html) => html },
  )
  expect(errors).toEqual({})
  expect(content).toEqual({
    ...emptyPostMortem(),
    actions: [ACTION, { ...ACTION, state: 'done', done_on: '2026-11-17' }],
  })
})

test('a cleared day of a done action is today, and one that isn’t sent stays', () => {
  const done = { ...ACTION, state: 'done' as const, done_on: '2026-11-01' }
  const before = { ...emptyPostMortem(), actions: [done] }
  const dayOf = (done_on: string | null) =>
    tidyPostMortem(
      { ...emptyPostMortem(), actions: [{ ...done, done_on }] },
      { now: NOW, clean: (html) => html, before },
    ).content.actions[0]?.done_on
  expect([dayOf(''), dayOf(null)]).toEqual(['2026-11-17', '2026-11-01'])
})

test('a day that doesn’t exist is refused by its action', () => {
  const typed = { ...emptyPostMortem(), actions: [{ ...ACTION, due_on: '2026-02-30' }] }
  expect(tidyPostMortem(typed, { now: NOW, clean: (html) => html }).errors).toEqual({
    'actions.0': 'Please enter days such as 2026-11-30.',
  })
})

test('a template is filled in its parts, as HTML, and in its actions, as they are', () => {
  const template = {
    ...emptyPostMortem(),
    why: '<p>{{provider}}</p>',
    actions: [{ ...ACTION, words: 'Tell {{provider}} about {{the_cause}}' }],
  }
  const { why, actions } = fillPostMortem(template, { provider: 'A & B' })
  expect([why, actions[0]?.words]).toEqual(['<p>A &amp; B</p>', 'Tell A & B about {{the_cause}}'])
})

test('every part of the template has to be filled in', () => {
  expect(Object.keys(postMortemProblems(POST_MORTEM_TEMPLATE))).toEqual([...PART_NAMES, 'actions.0'])
  for (const name of PART_NAMES) expect(placeholdersIn(POST_MORTEM_TEMPLATE[name])).not.toEqual([])
})

test('braces that readers have seen before don’t block a correction', () => {
  const seen = { ...emptyPostMortem(), what_happened: '<p>{{ template }} engines failed.</p>' }
  const corrected = { ...seen, why: '<p>A bug in {{ template }}.</p>' }
  expect(postMortemProblems(corrected, seen)).toEqual({})
  expect(Object.keys(postMortemProblems({ ...corrected, impact: '<p>{{who}}</p>' }, seen))).toEqual([
    'impact',
  ])
})

test('what happened is enough', () => {
  const one = { ...emptyPostMortem(), what_happened: '<p>A disk failed.</p>' }
  expect(postMortemProblems(one)).toEqual({})
  expect(isOneText(one)).toBe(true)
  expect(isOneText({ ...one, actions: [ACTION] })).toBe(false)
  expect(changedPostMortemFields(one, { ...one, actions: [ACTION] })).toEqual(['actions'])
})

test('the default of the site is five days; null means no day', () => {
  expect([undefined, null, 3, 0, 'x'].map(postMortemDaysOf)).toEqual([5, null, 3, 5, 5])
  expect(postMortemDaysProblem(61)).toContain('from 1 to 60')
})

test('merging names what both changed differently', () => {
  const base = { ...emptyPostMortem(), what_happened: '<p>A</p>', why: '<p>B</p>' }
  const mine = { ...base, why: '<p>1</p>', impact: '<p>same</p>' }
  const theirs = { ...base, why: '<p>2</p>', impact: '<p>same</p>', what_we_do: '<p>3</p>' }
  expect(mergePostMortem({ base, mine, theirs })).toEqual({
    merged: { ...mine, what_we_do: '<p>3</p>' },
    conflicts: ['why'],
    takenIn: ['what_we_do'],
  })
})

test('a mistake in an action is named by the row in which it was typed', () => {
  const actions = [
    { ...ACTION, words: '' },
    { ...ACTION, due_on: 'soon' },
  ]
  const { errors } = tidyPostMortem({ ...emptyPostMortem(), actions }, { now: NOW, clean: (html) => html })
  expect(Object.keys(errors)).toEqual(['actions.1'])
})
