import { expect, test } from 'vitest'
import { plainChange, plainRecord } from '../../../tests/support/plain-record.ts'
import { FEEDS } from '../../domain/feed-name.ts'
import { OVER_HERE } from '../../domain/place-states.ts'
import { SEVERITY } from '../../domain/record.ts'
import type { Edition, SiteCloud } from '../edition.ts'
import type { EditionRecord } from '../edition-record.ts'
import { EMPTY_SHELF, nextShelf } from '../record-shelf.ts'
import { feedEntries, newestOf } from './feed-entries.ts'

const CLOUD = {
  id: 1,
  title: 'Northwall',
  domain: 'northwall.net',
  serviceCategories: [
    {
      title: '',
      services: [1, 2].map((tid) => ({ tid, name: `Service ${tid}`, isActive: true })),
    },
  ],
  regions: [],
} as unknown as SiteCloud

function status(id: number, name: string, isClosed: boolean) {
  return { id, name, isClosed, class: name.toLowerCase().replace(' ', '-') }
}

const SITE = {
  clouds: [CLOUD],
  provider: {},
  services: new Map(),
  dataCenters: new Map(),
  severities: [{ tid: SEVERITY.serviceDisruption, name: 'Service Disruption' }],
  statuses: [
    status(1, 'In Progress', false),
    status(2, 'Resolved', true),
    status(3, 'Scheduled', false),
    status(4, 'Postponed', true),
    status(5, 'Archived', true),
  ],
}

function entriesOf(record: EditionRecord, items: 'posts' | 'updates') {
  const records = nextShelf(EMPTY_SHELF, { changed: [record], withdrawn: [] })
  return feedEntries({ site: SITE, records } as unknown as Edition, {
    subject: {
      kind: 'list',
      feed: record.kind === 'incident' ? FEEDS.incidents : FEEDS.maintenance,
      cloud: CLOUD,
    },
    publicUrl: 'https://trust.example',
    isGovDeployment: false,
    isPerUpdate: items === 'updates',
    hasVersions: false,
  })
}

const at = (time: string) => new Date(`2027-03-05T${time}:00Z`)

function notices(...of: [string, boolean][]): EditionRecord['notices'] {
  return {
    record_id: 12,
    at: of.map(([time]) => at(time).getTime()),
    promised_for: of.map(() => null),
    is_news: of.map(() => true),
    is_told: of.map(() => true),
    is_closed: of.map(([, isClosed]) => isClosed),
  }
}

const INCIDENT = plainRecord({
  id: 12,
  title: 'Sign-in fails',
  clouds: [1],
  severity_tid: SEVERITY.serviceDisruption,
  status_id: 1,
  posted_on: at('10:00'),
  updated_on: at('10:30'),
  from_time: at('09:50'),
  updates: [{ id: 7, posted_on: at('10:30'), status_id: 1, body: '<p>We are on it.</p>' }],
  notices: notices(['10:00', false], ['10:30', false]),
})

const ENDED: EditionRecord = {
  ...INCIDENT,
  status_id: 2,
  closed_on: at('14:10'),
  updated_on: at('14:10'),
  notices: notices(['10:00', false], ['10:30', false], ['14:10', true]),
}

function newest(record: EditionRecord) {
  const [entry] = entriesOf(record, 'updates')
  return entry && { path: entry.path, title: entry.title, text: entry.html.replace(/<[^>]+>/g, '') }
}

test('an entry says the status and times of its incident', () => {
  expect(entriesOf(INCIDENT, 'posts')[0]?.html).toContain(
    '<p>Service Disruption, In Progress · Started at <time datetime="2027-03-05T09:50:00.000Z">Fri, 05 Mar 2027 09:50:00 UTC</time></p>',
  )
  expect(entriesOf(ENDED, 'posts')[0]?.html).toMatch(
    /^<p>Service Disruption, Resolved · Started at .* · Ended at .*14:10:00 UTC<\/time><\/p>/,
  )
})

test('with items=updates, an end that an edit published is an entry, and so is a reopening after it', () => {
  expect(newest(ENDED)).toEqual({
    path: `/posts/12/closed-${at('14:10').getTime()}`,
    title: 'Incident resolved: Sign-in fails',
    text: 'Incident resolved Fri, 05 Mar 2027 14:10:00 UTC\nService Disruption, Resolved · Started at Fri, 05 Mar 2027 09:50:00 UTC · Ended at Fri, 05 Mar 2027 14:10:00 UTC',
  })
  const reopened = {
    ...INCIDENT,
    updated_on: at('15:00'),
    notices: notices(['10:00', false], ['14:10', true], ['15:00', false]),
  }
  expect(newest(reopened)).toMatchObject({ title: 'Reopened: Sign-in fails' })
  expect(entriesOf(reopened, 'updates')).toHaveLength(4)
  // The earlier end isn't the current one.
  const closing = { id: 9, posted_on: at('16:00'), status_id: 2, body: '<p>Fixed.</p>' }
  const again = {
    ...reopened,
    status_id: 2,
    closed_on: at('16:00'),
    updated_on: at('16:00'),
    updates: [...reopened.updates, closing],
    notices: notices(['10:00', false], ['14:10', true], ['15:00', false], ['16:00', true]),
  }
  const then = entriesOf(again, 'updates').find(({ title }) => title.startsWith('Incident resolved'))
  expect(then?.html).toMatch(/^<p>Incident resolved .*14:10:00 UTC<\/time><\/p>$/)
})

test('edits from before the release that shows them have no entry', () => {
  const shifted = (time: Date) => new Date(time.getTime() - 365 * 24 * 3_600_000)
  const { notices: noticed } = ENDED
  const past = {
    ...ENDED,
    posted_on: shifted(at('10:00')),
    updated_on: shifted(at('14:10')),
    closed_on: shifted(at('14:10')),
    updates: [],
    notices: noticed && { ...noticed, at: noticed.at.map((time) => shifted(new Date(time)).getTime()) },
    changes: [{ ...CHANGE, made_on: shifted(at('11:00')), severity_after: SEVERITY.serviceDisruption }],
  }
  expect(entriesOf(past, 'updates').map(({ path }) => path)).toEqual(['/posts/12'])
})

test('an end in an update appears once', () => {
  const closing = { id: 8, posted_on: at('14:10'), status_id: 2, body: '<p>Fixed.</p>' }
  const updated = { ...ENDED, updates: [...ENDED.updates, closing] }
  const backdated = { ...updated, updates: [{ ...closing, posted_on: at('09:55') }, ...ENDED.updates] }
  expect(entriesOf(backdated, 'updates').map(({ path }) => path)).not.toContainEqual(
    expect.stringContaining('closed'),
  )
  for (const record of [
    updated,
    { ...updated, notices: null },
    { ...updated, status_id: 5, updated_on: at('16:00') },
  ])
    expect(entriesOf(record, 'updates').map(({ path }) => path)).toEqual([
      '/posts/12/updates/8',
      '/posts/12/updates/7',
      '/posts/12',
    ])
})

const CHANGE = plainChange({ record_id: 12, made_on: at('11:00') })

test('with items=updates, the entry of the opening stays as it was', () => {
  const before = entriesOf({ ...INCIDENT, services: [1] }, 'updates').at(-1)
  expect(before?.html).toContain('Affected: Service 1')
  const state = { record_id: 12, place: 'service' as const, tid: 1, severity_tid: OVER_HERE }
  const later = {
    ...ENDED,
    services: [1, 2],
    placeStates: [state],
    changes: [
      { ...CHANGE, services_added: [2] },
      {
        ...CHANGE,
        place_states: [{ ...state, own_before: null, from: SEVERITY.serviceDisruption, to: OVER_HERE }],
      },
    ],
  }
  expect(entriesOf(later, 'updates').at(-1)).toEqual(before)
  expect(entriesOf({ ...later, closed_on: null }, 'updates').at(-1)).toEqual(before)
})

test('with items=updates, a severity that an edit changed is an entry', () => {
  const change = { ...CHANGE, severity_after: SEVERITY.serviceDisruption }
  expect(newest({ ...INCIDENT, changes: [change] })).toMatchObject({
    path: '/posts/12/changes/4',
    title: 'Incident update: Sign-in fails',
    text: 'Severity changed to Service Disruption · Fri, 05 Mar 2027 11:00:00 UTC',
  })
})

const WORK: EditionRecord = {
  ...INCIDENT,
  kind: 'maintenance',
  event_type: 'scheduled',
  title: 'New routers',
  status_id: 3,
  from_time: at('22:00'),
  to_time: at('23:30'),
  updates: [],
  updated_on: at('10:00'),
  notices: null,
}

test('entries of maintenance say its window, and whether it still applies', () => {
  expect(entriesOf(WORK, 'posts').map(({ html }) => html.replaceAll('\u00a0', ' '))).toEqual([
    expect.stringContaining('Scheduled · Planned 05 Mar 2027 22:00 to 23:30 UTC'),
  ])
  // With items=updates, the entry of the opening doesn't follow the plan.
  const moved = { ...WORK, from_time: at('23:00'), updated_on: at('12:00'), rewrites: 1 }
  expect(entriesOf(moved, 'updates')).toEqual(entriesOf(WORK, 'updates'))
  const text = (record: EditionRecord) => newest(record)?.text.replaceAll('\u00a0', ' ')
  const off = { ...WORK, event_type: 'postponed' as const, closed_on: at('12:00'), updated_on: at('12:00') }
  expect(newest({ ...off, status_id: 4 })?.title).toBe('Maintenance postponed: New routers')
  expect(newest({ ...off, status_id: 5 })?.title).toBe('Maintenance canceled: New routers')
  expect(text({ ...off, status_id: 5 })).toContain(
    'Archived · Was planned for 05 Mar 2027 22:00 to 23:30 UTC',
  )
})

const itself = (when: number) => when

test.each([
  ['in order', [[5, 4, 3, 2, 1]]],
  ['backwards', [[1, 2, 3, 4, 5]]],
  ['mixed', [[3, 5, 1, 2, 4]]],
  ['in several lists', [[1, 5], [], [4, 2, 3]]],
  [
    'more than once',
    [
      [5, 4, 1],
      [5, 4, 3],
    ],
  ],
])('the newest come first, each once, whatever the order of the lists: %s', (_, lists) => {
  expect(newestOf(lists, 3, itself)).toEqual([5, 4, 3])
})

test('returns everything if there are fewer than requested', () => {
  expect(newestOf([[1, 2]], 3, itself)).toEqual([2, 1])
  expect(newestOf([], 3, itself)).toEqual([])
})

test('keeps the order of entries with the same time', () => {
  const things = ['a', 'b', 'c']
  expect(newestOf([things], 2, () => 7)).toEqual(['a', 'b'])
})
