import { expect, test } from 'vitest'
import type { LogFace } from './log-entry.ts'
import { isRewrite, versionChanges } from './version-changes.ts'
import { markedWords, newWordBudget, timeSentence, type VersionNames, versionLine } from './version-words.ts'

const FACE: LogFace = {
  id: 7,
  kind: 'incident',
  title: 'Sign-in fails',
  summary: 'Signing in fails.',
  body: '<p>Signing in fails for all users.</p>',
  status_id: 1,
  severity_tid: 1362,
  posted_on: '2026-11-10T14:05:00.000Z',
  from_time: '2026-11-10T14:02:00.000Z',
  to_time: null,
  closed_on: null,
  next_update: null,
  clouds: [1],
  services: [11],
  data_centers: [],
  place_states: [],
  updates: [{ id: 1, posted_on: '2026-11-10T14:30:00.000Z', status_id: 1, body: '<p>We are looking.</p>' }],
  changes: [],
  post_mortem: null,
}
const [update] = FACE.updates as { body: string }[]

const NAMES: VersionNames = {
  place: (_, id) => ({ 11: 'DNS Control', 12: 'Web Gateway' })[id],
  severity: (tid) => (tid === 1362 ? 'Service Disruption' : 'Service Degradation'),
  status: () => 'In Progress',
}
const TWO_HOURS_LATER = {
  firstAt: new Date('2026-11-10T14:05:00Z'),
  at: new Date('2026-11-10T16:05:30Z'),
}

const changesTo = (change: LogFace) => versionChanges(FACE, { ...FACE, ...change })
const linesTo = (change: LogFace) =>
  changesTo(change).map((each) => versionLine(each, NAMES, TWO_HOURS_LATER, newWordBudget()).text)
const isCounted = (change: LogFace) => isRewrite('corrected', changesTo(change))

test('a moved start is one sentence that says how late it was moved', () => {
  expect(linesTo({ from_time: '2026-11-10T13:40:00.000Z' })).toEqual([
    'Start moved from 14:02 to 13:40 UTC, two hours after publication',
  ])
})

test.each([
  [
    'another day',
    '2026-11-10T14:02:00.000Z',
    '2026-11-09T23:00:00.000Z',
    'Start moved from 10 Nov 2026, 14:02 to 09 Nov 2026, 23:00 UTC',
  ],
  [
    'within a minute',
    '2026-11-10T14:02:00.000Z',
    '2026-11-10T14:02:30.000Z',
    'Start moved from 14:02:00 to 14:02:30 UTC',
  ],
  ['set', null, '2026-11-10T14:02:00.000Z', 'Start set to 10 Nov 2026, 14:02 UTC'],
  ['removed', '2026-11-10T14:02:00.000Z', null, 'Start 10 Nov 2026, 14:02 UTC removed'],
])('a time: %s', (_, before, after, words) => {
  const times = { firstAt: TWO_HOURS_LATER.firstAt, at: TWO_HOURS_LATER.firstAt }
  expect(timeSentence({ label: 'Start', before, after }, times)).toBe(words)
})

test.each([
  [90, ', 90 minutes after publication'],
  [1, ', one minute after publication'],
  [60 * 30, ', 30 hours after publication'],
  [60 * 24 * 3, ', three days after publication'],
])('%i minutes after publication', (minutes, words) => {
  const { firstAt } = TWO_HOURS_LATER
  const times = { firstAt, at: new Date(firstAt.getTime() + minutes * 60_000) }
  const sentence = timeSentence({ label: 'End', before: null, after: '2026-11-10T14:02:00.000Z' }, times)
  expect(sentence).toBe(`End set to 10 Nov 2026, 14:02 UTC${words}`)
})

test.each<[string, LogFace, string]>([
  ['a title', { title: 'Sign-in is slow' }, 'Title changed'],
  ['a body', { body: '<p>Signing in fails for some users.</p>' }, 'Body changed'],
  [
    'its markup',
    { body: '<p><b>Signing in fails</b> for all users.</p>' },
    'Body: formatting, links or images changed',
  ],
  ['a workaround', { available_workaround: 'Wait.' }, 'Available workaround added'],
  [
    'a severity that the history does not show',
    { severity_tid: 1363 },
    'Severity changed from Service Disruption to Service Degradation',
  ],
  ['a place that the history does not show', { services: [12] }, 'Web Gateway added; DNS Control removed'],
  ['an update that was removed', { updates: [] }, 'Update of 10 Nov 2026, 14:30 UTC removed'],
  [
    'an update that was reworded',
    { updates: [{ ...update, body: '<p>We found it.</p>' }] },
    'Update of 10 Nov 2026, 14:30 UTC reworded',
  ],
])('counts as a change: %s', (_, change, words) => {
  expect(linesTo(change)).toEqual([words])
  expect(isCounted(change)).toBe(true)
})

test.each<[string, LogFace, string[]]>([
  ['nothing', {}, []],
  [
    'an update',
    { updates: [update, { id: 2, posted_on: '2026-11-10T15:00:00.000Z', status_id: 1, body: '' }] },
    ['Update posted: In Progress'],
  ],
  [
    'closing it, with its end',
    { status_id: 2, closed_on: '2026-11-10T16:00:00.000Z', to_time: '2026-11-10T16:00:00.000Z' },
    [
      'Status changed from In Progress to In Progress',
      'End set to 10 Nov 2026, 16:00 UTC, two hours after publication',
    ],
  ],
  [
    'a severity that the history shows',
    { severity_tid: 1363, changes: [{ severity_before: 1362, severity_after: 1363 }] },
    ['Severity changed from Service Disruption to Service Degradation'],
  ],
  [
    'a place that the history shows',
    { services: [11, 12], changes: [{ severity_after: null, services_added: [12] }] },
    ['Web Gateway added'],
  ],
  [
    'a post-mortem',
    { post_mortem: { content: { why: 'A.' }, published_on: '2026-11-11T00:00:00.000Z' } },
    ['Post-mortem published'],
  ],
  ['who wrote it, and when', { updated_by: 'Someone', updated_on: '2026-11-10T16:00:00.000Z' }, []],
])('is news, not a change: %s', (_, change, words) => {
  expect(linesTo(change)).toEqual(words)
  expect(isCounted(change)).toBe(false)
})

test('a place that changes together with a severity counts if the history shows only the severity', () => {
  const change = {
    severity_tid: 1363,
    services: [12],
    changes: [{ severity_after: 1363, services_added: [] }],
  }
  expect(changesTo(change).map(({ kind, isRewrite }) => [kind, isRewrite])).toEqual([
    ['severity', false],
    ['places', true],
  ])
  const moved = {
    ...change,
    changes: [{ severity_after: null, services_added: [12], services_removed: [11] }],
  }
  expect(changesTo(moved).map(({ kind, isRewrite }) => [kind, isRewrite])).toEqual([
    ['severity', true],
    ['places', false],
  ])
})

test('a withdrawal counts, and what was published again is compared with what readers had seen', () => {
  const withdrawn = {
    id: 7,
    kind: 'incident',
    withdrawn_on: '2026-11-10T16:00:00.000Z',
    withdrawn_reason: 'it was a test',
  }
  const [change] = versionChanges(FACE, withdrawn)
  expect(change && versionLine(change, NAMES, TWO_HOURS_LATER, newWordBudget()).text).toBe(
    'Withdrawn because it was a test',
  )
  expect(isRewrite('withdrawn', versionChanges(FACE, withdrawn))).toBe(true)
  const back = versionChanges(FACE, FACE, { isBack: true })
  expect(back.map(({ kind }) => kind)).toEqual(['restored'])
  expect(isRewrite('restored', back)).toBe(false)
})

test('demo content that moves to today was not rewritten', () => {
  expect(isRewrite('moved', changesTo({ from_time: '2026-11-11T14:02:00.000Z' }))).toBe(false)
})

const marked = (before: string, after: string) => markedWords(before, after, newWordBudget())

test('changed words are marked, and long parts in between are cut', () => {
  expect(marked('Signing in fails for all users.', 'Signing in fails for some users.')).toEqual([
    { text: 'Signing in fails for ' },
    { text: 'all', mark: 'removed' },
    { text: 'some', mark: 'added' },
    { text: ' users.' },
  ])
  const long = Array.from({ length: 40 }, (_, at) => `w${at}`).join(' ')
  const [first, , second] = marked(`${long} old ${long}`, `${long} new ${long}`).filter(
    ({ mark }) => mark !== 'removed',
  )
  expect(first?.text).toMatch(/^… w28 .* w39 $/)
  expect(second?.text).toMatch(/^ ?w0 .*… $/)
})

test('texts that were rewritten are shown as a whole, and what one answer compares is limited', () => {
  const words = (name: string) => Array.from({ length: 400 }, (_, at) => `${name}${at}`).join(' ')
  expect(marked(words('a'), words('b'))).toEqual([
    { text: words('a'), mark: 'removed' },
    { text: words('b'), mark: 'added' },
  ])
  const spent = newWordBudget()
  const small = () => markedWords('It fails for all.', 'It fails for some.', spent).length
  expect(small()).toBe(4)
  for (let at = 0; at < 20; at++) markedWords(words('a'), words('b'), spent)
  expect(small()).toBe(2)

  const budget = newWordBudget()
  const [change] = changesTo({ body: `<p>${words('c')}</p>` })
  const lines = Array.from(
    { length: 1_000 },
    () => change && versionLine(change, NAMES, TWO_HOURS_LATER, budget),
  )
  expect(lines[0]).toHaveProperty('words')
  expect(lines.at(-1)).toEqual({ text: lines[0]?.text })
})
