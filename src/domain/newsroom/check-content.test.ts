import { describe, expect, test } from 'vitest'
import { checkContent } from './check-content.ts'
import { emptyContent, STATUS } from './empty-content.ts'
import type { KnownThings } from './known-things.ts'
import type { RecordContent } from './record-content.ts'
import { showableContent } from './showable-content.ts'

const KNOWN: KnownThings = {
  clouds: [{ id: 1 }, { id: 2 }],
  service_categories: [
    { cloud_id: 1, services: [{ tid: 11 }] },
    { cloud_id: 2, services: [{ tid: 22 }] },
  ],
  regions: [{ data_centers: [{ tid: 31 }] }],
  severities: [{ tid: 17 }, { tid: 641 }, { tid: 1356 }],
  statuses: [
    { id: 1, class: 'scheduled', is_closed: false },
    { id: 2, class: 'in-progress', is_closed: false },
    { id: 3, class: 'monitoring', is_closed: false },
    { id: 5, class: 'resolved', is_closed: true },
    { id: 7, class: 'postponed', is_closed: true },
  ],
  terms: [
    { tid: 41, notification_type: 'cloud_app' },
    { tid: 42, notification_type: 'sub_processor' },
  ],
}

const incident = (fields: Partial<RecordContent> = {}): RecordContent => ({
  ...emptyContent({ kind: 'incident' }),
  title: 'Sign-in is slow',
  clouds: [1],
  ...fields,
})
const maintenance = (fields: Partial<RecordContent> = {}): RecordContent => ({
  ...emptyContent({ kind: 'maintenance' }),
  title: 'Routers',
  clouds: [1],
  from_time: '2026-11-20T22:00:00Z',
  to_time: '2026-11-21T02:00:00Z',
  ...fields,
})
const notification = (fields: Partial<RecordContent> = {}): RecordContent => ({
  ...emptyContent({ kind: 'notification', notificationType: 'cloud_app' }),
  title: 'A new app',
  terms: [41],
  ...fields,
})

describe('what may be published', () => {
  test.each([
    ['an incident with a title and a cloud', incident()],
    ['an incident with a service of its cloud', incident({ services: [11], data_centers: [31] })],
    ['a closed incident', incident({ status_id: STATUS.resolved, closed_on: '2026-11-15T12:00:00Z' })],
    ['maintenance with its window', maintenance()],
    [
      'maintenance postponed without a new time',
      maintenance({ status_id: STATUS.postponed, from_time: null, to_time: null }),
    ],
    ['a notification without clouds', notification()],
    [
      'an advisory with all its fields',
      {
        ...emptyContent({ kind: 'advisory' }),
        title: 'Weak key',
        clouds: [1],
        cve_ids: ['CVE-2026-1234', 'CVE-2026-1234567'],
        cvss_score: 9.8,
        cvss_vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
        redirect: '/northwall.net/faq',
        internal: { ...incident().internal, jira_link: 'https://jira.example/browse/A-1' },
      },
    ],
    [
      'an advisory with a CVSS 4 vector',
      incident({ cvss_vector: 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N' }),
    ],
    ['an advisory with a CVSS 2 vector', incident({ cvss_vector: 'AV:N/AC:L/Au:N/C:P/I:P/A:P' })],
  ])('%s', (_, content) => {
    expect(checkContent(content, KNOWN)).toEqual({})
  })
})

describe('a retired cloud', () => {
  const clouds = [{ id: 1, is_retired: true }, { id: 2 }]
  const sentence = 'All of its clouds were retired. Choose another one.'
  test.each<[string, RecordContent, { isByClock: boolean }, object]>([
    ['keeps the clock from publishing', incident(), { isByClock: true }, { clouds: sentence }],
    ['does not if another one is left', incident({ clouds: [1, 2] }), { isByClock: true }, {}],
    [
      'does not for a notification, which has its own page',
      notification({ clouds: [1] }),
      { isByClock: true },
      {},
    ],
    ['is for staff to decide', incident(), { isByClock: false }, {}],
  ])('%s', (_, content, by, errors) => {
    expect(checkContent(content, { ...KNOWN, clouds }, by)).toEqual(errors)
  })
})

describe('what is required before publishing', () => {
  test.each<[string, RecordContent, string[]]>([
    ['a title', incident({ title: '  ' }), ['title']],
    ['a cloud', incident({ clouds: [] }), ['clouds']],
    ['an existing cloud', incident({ clouds: [1, 9] }), ['clouds']],
    [
      'an existing severity and status',
      incident({ severity_tid: 3, status_id: 99 }),
      ['status_id', 'severity_tid'],
    ],
    ['services of the chosen clouds', incident({ services: [22] }), ['services']],
    ['existing services', incident({ services: [99] }), ['services']],
    ['existing data centers', incident({ data_centers: [99] }), ['data_centers']],
    ['no categories', incident({ terms: [41] }), ['terms']],
    [
      'an end after the start',
      incident({ from_time: '2026-11-15T12:00:00Z', to_time: '2026-11-15T11:00:00Z' }),
      ['to_time'],
    ],
    [
      'a closing time after the start',
      incident({ status_id: 5, from_time: '2026-11-15T12:00:00Z', closed_on: '2026-11-15T11:00:00Z' }),
      ['closed_on'],
    ],
    ['one end of the story', incident({ closed_on: '2026-11-15T11:00:00Z' }), ['closed_on']],
    ['a time', incident({ next_update: 'tomorrow' }), ['next_update']],
    ['a window', maintenance({ from_time: null, to_time: null }), ['from_time', 'to_time']],
    ['a path or an https URL', incident({ redirect: '//elsewhere.example' }), ['redirect']],
    ['https', incident({ redirect: 'http://elsewhere.example' }), ['redirect']],
    ['CVE ids', incident({ cve_ids: ['CVE-2026-1'] }), ['cve_ids']],
    ['a CVSS vector', incident({ cvss_vector: 'very bad' }), ['cvss_vector']],
    [
      'links with a protocol',
      incident({ internal: { ...incident().internal, slack_link: 'javascript:alert(1)', sfdc_link: 'crm' } }),
      ['internal.slack_link', 'internal.sfdc_link'],
    ],
    [
      'the type of a notification',
      notification({ notification_type: null, terms: [] }),
      ['notification_type', 'terms'],
    ],
    ['a category of that type', notification({ terms: [42] }), ['terms']],
  ])('%s', (_, content, fields) => {
    const errors = checkContent(content, KNOWN)
    expect(Object.keys(errors)).toEqual(fields)
    for (const sentence of Object.values(errors)) expect(sentence).toMatch(/^[A-Z].*\.$/)
  })
})

test('an incident can’t be closed after readers get it', () => {
  const publishedAt = new Date('2026-11-15T12:00:00Z')
  const closed = incident({ status_id: STATUS.resolved, closed_on: '2026-11-15T12:00:01.000Z' })
  expect(Object.keys(checkContent(closed, KNOWN, { publishedAt }))).toEqual(['closed_on'])
  expect(checkContent({ ...closed, closed_on: publishedAt.toISOString() }, KNOWN, { publishedAt })).toEqual(
    {},
  )
  expect(checkContent(closed, KNOWN)).toEqual({})
})

test('an incident can’t start after readers get it, unless a clock is a little fast', () => {
  const publishedAt = new Date('2026-11-15T12:00:00Z')
  const late = incident({ from_time: '2026-11-15T12:05:00.001Z' })
  expect(checkContent(late, KNOWN, { publishedAt })).toEqual({
    from_time: 'An incident can’t start after it is published.',
  })
  const clockIsFast = incident({ from_time: '2026-11-15T12:05:00.000Z' })
  expect(checkContent(clockIsFast, KNOWN, { publishedAt })).toEqual({})
  expect(checkContent(late, KNOWN)).toEqual({})
  expect(checkContent(maintenance(), KNOWN, { publishedAt })).toEqual({})
})

test('an unfinished content is shown as far as possible', () => {
  const shown = showableContent(
    incident({
      title: '',
      status_id: 99,
      severity_tid: 99,
      clouds: [9, 1],
      services: [99, 11],
      from_time: '2026-11-15T12:00:00Z',
      to_time: '2026-11-15T11:00:00Z',
      next_update: 'soon',
      cve_ids: ['CVE-2026-1234', 'no'],
    }),
    KNOWN,
  )
  expect(shown).toMatchObject({
    title: 'Untitled',
    status_id: STATUS.inProgress,
    severity_tid: 17,
    clouds: [1],
    services: [11],
    from_time: '2026-11-15T12:00:00.000Z',
    to_time: null,
    next_update: null,
    cve_ids: ['CVE-2026-1234'],
  })
})
