import { describe, expect, test } from 'vitest'
import { madeUpPublication } from '../../../tests/support/made-up-publication.ts'
import { noLongerAffectedWords, whyReceived } from './because.ts'
import type { Publication } from './publication.ts'
import { publicationTone } from './publication-tone.ts'
import {
  headline,
  publicationFacts,
  publicationPath,
  publicationSubject,
  threadSubject,
} from './publication-words.ts'

const INCIDENT = madeUpPublication({ title: 'Sign-in fails' })
const CLOUDS = ['northwall.net', 'northwall-one.net', 'northwall-two.net'].map((domain, at) => ({
  id: at + 1,
  title: domain,
  domain,
}))
const ON_TWO = { scope: 'core_cloud_services', cloudId: 2, tid: null, others: 0 } as const

function changed(of: Partial<Publication>, content: Partial<Publication['content']> = {}): Publication {
  return { ...INCIDENT, ...of, content: { ...INCIDENT.content, ...content } }
}

const MAINTENANCE = changed(
  { kind: 'maintenance', step: 'scheduled' },
  {
    title: 'New routers',
    status: 'Scheduled',
    severity: 'No Service Impact',
    from_time: '2026-03-05T22:00:00.000Z',
    to_time: '2026-03-06T02:00:00.000Z',
    next_update: null,
    update: null,
  },
)
const NOTIFICATION = changed(
  { kind: 'notification', notificationType: 'url_change_notification', step: 'opened' },
  { title: 'A new category', terms: [{ tid: 7, name: 'Streaming' }], clouds: [] },
)

describe('U-10 the subject', () => {
  test('contains cloud, severity and status of an incident', () => {
    expect(publicationSubject(INCIDENT, null)).toBe(
      'northwall.net: Service Disruption, In Progress: Sign-in fails',
    )
  })

  test('contains no severity for a maintenance', () => {
    expect(publicationSubject(MAINTENANCE, null)).toBe('northwall.net: Maintenance, Scheduled: New routers')
  })

  test('contains the type of a notification, which belongs to no cloud', () => {
    expect(publicationSubject(NOTIFICATION, null)).toBe('URL Category Change: A new category')
    const corrected = changed({ ...NOTIFICATION, step: 'corrected' }, NOTIFICATION.content)
    expect(publicationSubject(corrected, null)).toBe('URL Category Change, corrected: A new category')
    const canceled = changed({ ...NOTIFICATION, step: 'cancelled' }, NOTIFICATION.content)
    expect(headline(canceled, null)).toContain('URL Category Change, canceled')
  })

  test.each([
    [1, 'northwall.net'],
    [2, 'northwall-one.net and northwall.net'],
    [3, 'northwall-one.net and 2 more'],
  ])('with %i clouds starts with the one subscribed to', (count, words) => {
    const publication = changed({}, { clouds: CLOUDS.slice(0, count) })
    expect(publicationSubject(publication, ON_TWO)).toMatch(new RegExp(`^${words}: `))
    expect(headline(publication, ON_TWO)).toBe(`Incident update on ${words}`)
  })
})

describe('U-10 the subject of a mail', () => {
  test('is the same at every step, so that mails stay in one conversation', () => {
    const steps = ['opened', 'updated', 'corrected', 'resolved'] as const
    const subjects = (of: Publication) => steps.map((step) => threadSubject({ ...of, step }, null))
    expect(new Set(subjects(INCIDENT))).toEqual(new Set(['northwall.net: Incident: Sign-in fails']))
    expect(new Set(subjects(NOTIFICATION))).toEqual(new Set(['URL Category Change: A new category']))
    const resolved = changed({}, { severity: 'Advisory', status: 'Resolved' })
    expect(threadSubject(resolved, null)).toBe('northwall.net: Incident: Sign-in fails')
    expect(threadSubject(MAINTENANCE, null)).toBe('northwall.net: Maintenance: New routers')
  })

  test('says that maintenance is canceled or postponed, with the old window in the zone of the reader', () => {
    const canceled = { ...MAINTENANCE, step: 'cancelled' } as const
    expect(threadSubject(canceled, null)).toBe(
      'northwall.net: Maintenance canceled: New routers (was 05 Mar 2026 22:00 to 06 Mar 2026 02:00\u00a0UTC)',
    )
    expect(threadSubject(canceled, null, 'Asia/Tokyo')).toMatch(/\(was 06 Mar 2026 07:00 to 11:00\s\S+\)$/)
    const window_before = { from_time: '2026-03-01T22:00:00.000Z', to_time: '2026-03-01T23:00:00.000Z' }
    const moved = changed({ ...MAINTENANCE, step: 'postponed' }, { ...MAINTENANCE.content, window_before })
    const words =
      'northwall.net: Maintenance postponed: New routers (was 01 Mar 2026 22:00 to 23:00\u00a0UTC)'
    expect(threadSubject(moved, null)).toBe(words)
    expect(publicationSubject(moved, null)).toBe(words)
    expect(publicationFacts(moved, 'UTC').map(({ label }) => label)).toEqual([
      'Cloud',
      'Service',
      'Data center',
      'Was planned for',
      'Planned from',
      'Planned until',
    ])
    const open = changed({ ...moved }, { ...moved.content, ...window_before, status: 'Postponed' })
    expect(threadSubject(open, null)).toBe(words)
    expect(publicationFacts(open, 'UTC').map(({ label }) => label)).not.toContain('Planned from')
  })
})

describe('what a message lists', () => {
  test('S-03 an incident or maintenance that names nothing affects all of its clouds, in the words of the verdict', () => {
    const nothing = { services: [], data_centers: [] }
    const affected = (publication: Publication) =>
      publicationFacts(publication, 'UTC').find(({ label }) => label === 'Affected')?.value
    expect(affected(changed({}, nothing))).toBe('All of Northwall')
    expect(affected(changed(MAINTENANCE, { ...MAINTENANCE.content, ...nothing }))).toBe('All of Northwall')
    const titles = ['Alpha', 'Beta'].map((title, id) => ({ id, title, domain: '' }))
    expect(affected(changed({}, { ...nothing, clouds: titles }))).toBe('All of Alpha and Beta')
    expect(affected(INCIDENT)).toBeUndefined()
    expect(affected(changed({ kind: 'advisory' }, nothing))).toBeUndefined()
  })

  test('L-11 names places once and times in the reader’s zone', () => {
    const publication = changed(
      {},
      {
        services: [
          { tid: 1, name: 'Gateway' },
          { tid: 2, name: 'Gateway' },
        ],
      },
    )
    expect(publicationFacts(publication, 'Asia/Tokyo')).toEqual([
      { label: 'Cloud', value: 'northwall.net' },
      { label: 'Service', value: 'Gateway' },
      { label: 'Data center', value: 'Zurich I' },
      { label: 'Began', value: 'Sun, 01 Mar 2026 18:00:00\u00a0GMT+9' },
      { label: 'Updated', value: 'Sun, 01 Mar 2026 20:00:00\u00a0GMT+9' },
      { label: 'Next update', value: 'Sun, 01 Mar 2026 22:00:00\u00a0GMT+9' },
    ])
  })

  test('an unknown zone counts as UTC', () => {
    expect(publicationFacts(INCIDENT, 'Mars/Olympus').at(-1)?.value).toBe(
      'Sun, 01 Mar 2026 13:00:00\u00a0UTC',
    )
  })

  test('no planned window while maintenance is put off, whatever the step', () => {
    const window_before = { from_time: '2026-03-01T22:00:00.000Z', to_time: '2026-03-01T23:00:00.000Z' }
    const said = (step: Publication['step'], of: Partial<Publication['content']> = {}) => {
      const content = {
        ...MAINTENANCE.content,
        closed_on: '2026-03-02T09:00:00.000Z',
        is_put_off: true,
        ...of,
      }
      return changed({ ...MAINTENANCE, step }, content as Publication['content'])
    }
    const times = (publication: Publication) => publicationFacts(publication, 'UTC').slice(3)
    const own = { label: 'Was planned for', value: '05 Mar 2026 22:00 to 06 Mar 2026 02:00\u00a0UTC' }
    const plannedFor = { label: 'Was planned for', value: '01 Mar 2026 22:00 to 23:00\u00a0UTC' }
    expect(times(said('updated'))).toEqual([own])
    expect(times(said('updated', { window_before }))).toEqual([plannedFor])
    expect(times(said('cancelled', { window_before }))).toEqual([plannedFor])
    expect(publicationTone(said('updated'))).toBe('quiet')
  })

  test('the planned window of a maintenance', () => {
    expect(publicationFacts(MAINTENANCE, 'UTC').slice(-2)).toEqual([
      { label: 'Planned from', value: 'Thu, 05 Mar 2026 22:00:00\u00a0UTC' },
      { label: 'Planned until', value: 'Fri, 06 Mar 2026 02:00:00\u00a0UTC' },
    ])
  })

  test('the end that an incident states, otherwise when it was closed', () => {
    const ended = (content: { to_time: string | null; closed_on: string | null }) =>
      publicationFacts(changed({ step: 'resolved' }, content), 'UTC').find(({ label }) => label === 'Ended')
    const closed_on = '2026-03-01T12:00:00.000Z'
    expect(ended({ to_time: '2026-03-01T11:00:00.000Z', closed_on })?.value).toContain('11:00:00')
    expect(ended({ to_time: null, closed_on })?.value).toContain('12:00:00')
    expect(ended({ to_time: '2026-03-01T11:00:00.000Z', closed_on: null })).toBeUndefined()
  })

  test('no next update once it is closed', () => {
    const over = changed({ step: 'resolved' }, { closed_on: '2026-03-01T12:00:00.000Z' })
    expect(publicationFacts(over, 'UTC').map(({ label }) => label)).not.toContain('Next update')
  })

  test('categories of a notification', () => {
    expect(publicationFacts(NOTIFICATION, 'UTC')).toContainEqual({ label: 'Category', value: 'Streaming' })
  })

  test('the first of many names and how many more', () => {
    const data_centers = Array.from({ length: 40 }, (_, at) => ({
      tid: at,
      name: `Place ${at + 1}`,
      region_tid: 1,
      region: 'Europe',
    }))
    const facts = publicationFacts(changed({}, { data_centers }), 'UTC')
    expect(facts.find(({ label }) => label === 'Data centers')?.value).toMatch(
      /^Place 1, .*Place 12 and 28 more$/,
    )
  })
})

test('a message links to the post on the cloud subscribed to', () => {
  expect(publicationPath(changed({}, { clouds: CLOUDS }), ON_TWO)).toBe('/northwall-one.net/posts/345')
  expect(publicationPath(changed({}, { clouds: CLOUDS }), null)).toBe('/northwall.net/posts/345')
  expect(publicationPath(NOTIFICATION, null)).toBe('/notification/345')
})

test.each([
  [{ scope: 'service', cloudId: 1, tid: 2001 }, 'Gateway on northwall.net'],
  [{ scope: 'region', cloudId: 1, tid: 2100 }, 'Europe on northwall.net'],
  [{ scope: 'data_center', cloudId: 1, tid: 2101 }, 'Zurich I on northwall.net'],
  [{ scope: 'service', cloudId: 1, tid: 9 }, 'a service on northwall.net'],
  [{ scope: 'core_cloud_services', cloudId: 1, tid: null }, 'all core cloud services of northwall.net'],
] as const)('a message says why it was sent: %j', (because, thing) => {
  expect(whyReceived(INCIDENT, { ...because, others: 0 })).toBe(
    `You’re receiving this because you follow ${thing}.`,
  )
})

test.each([
  [1, 'one other thing'],
  [2, '2 other things'],
])('a message mentions all subscriptions that unsubscribing ends: %i more', (others, words) => {
  const because = { scope: 'service', cloudId: 1, tid: 2001, others } as const
  expect(whyReceived(INCIDENT, because)).toBe(
    `You’re receiving this because you follow Gateway on northwall.net and ${words}.`,
  )
})

test.each([
  ['incident', 'updated', ['This incident no longer affects what you follow.']],
  ['maintenance', 'completed', ['This maintenance no longer affects what you follow.']],
  ['advisory', 'updated', ['This security advisory no longer concerns what you follow.']],
  ['notification', 'corrected', ['This notification no longer concerns what you follow.']],
  ['incident', 'post_mortem', []],
] as const)(
  '%s, %s: a message says that it no longer affects what its reader follows',
  (kind, step, words) => {
    const because = { scope: 'service', cloudId: 1, tid: 2001, others: 0 } as const
    expect(noLongerAffectedWords({ kind, step }, { ...because, noLongerAffected: true })).toEqual(words)
    expect(noLongerAffectedWords({ kind, step }, because)).toEqual([])
    expect(noLongerAffectedWords({ kind, step }, null)).toEqual([])
  },
)

test('a message whose subscription was deleted says so', () => {
  expect(whyReceived(INCIDENT, null)).toContain('you followed this')
})
