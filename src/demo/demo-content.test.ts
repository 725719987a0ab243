import { expect, test } from 'vitest'
import { everyHoursWords } from '../domain/update-policy.ts'
import { selectorColumns } from '../web/shell/selector-columns.ts'
import { demoContent } from './demo-content.ts'
import { PROVIDER } from './provider.ts'

const DAY = '2026-11-15'
const content = demoContent({ day: DAY })

test('the same day gives the same content', () => {
  expect(demoContent({ day: DAY })).toEqual(content)
})

test('another day gives the same content moved by whole days', () => {
  const later = withoutFixedDates(demoContent({ day: '2027-03-01' }))
  const moved = moveTimes(withoutFixedDates(content), 106)
  expect(later).toEqual(moved)
})

test('generation takes far less than a second, so that it can be part of a start', () => {
  const cpuMs = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage()
    demoContent({ day: DAY })
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  expect(Math.min(...cpuMs)).toBeLessThan(1000)
})

test('IDs are unique in their table, and terms share one sequence', () => {
  for (const table of ['products', 'clouds', 'menu_items', 'records', 'record_updates', 'pages'] as const) {
    const ids = content[table].map(({ id }) => id)
    expect(new Set(ids).size, table).toBe(ids.length)
  }
  const tids = [
    ...content.regions,
    ...content.data_centers,
    ...content.service_categories,
    ...content.services,
    ...content.notification_terms,
  ].map(({ tid }) => tid)
  const cloudTids = content.clouds.flatMap((cloud) => [cloud.maintenance_tid, cloud.advisory_tid])
  const all = [...tids, ...cloudTids]
  expect(new Set(all).size).toBe(all.length)
  expect(Math.min(...all.map(Number))).toBeGreaterThanOrEqual(2000)
})

test('the provider is Northwall', () => {
  expect(content.settings).toEqual([
    {
      key: 'provider',
      value: {
        name: 'Northwall',
        legal_name: 'Northwall Security, Inc.',
        staff_domains: ['northwall.example'],
        help_url: 'https://help.northwall.example',
        gov_help_url: 'https://help.northwall-gov.example',
        feedback_email: 'trust-feedback@northwall.example',
        security_contact: 'mailto:security@northwall.example',
        update_every_hours: 2,
        publish_goals: expect.arrayContaining([{ from: '2024-01', minutes: 30 }]),
        message_goals: [{ from: '2024-01', minutes: 5 }],
        promise_goals: [{ from: '2024-01', percent: 90 }],
      },
    },
  ])
})

test('every URL is in a reserved example domain', () => {
  const text = JSON.stringify(content)
  const hosts = [...text.matchAll(/(?:https?:\/\/|mailto:[^@"\\]*@)([a-z0-9.-]+)/g)].map(([, host]) => host)
  expect(hosts.length).toBeGreaterThan(100)
  expect(hosts.filter((host) => !host?.endsWith('.example'))).toEqual([])
})

test('N-02 seven products and fifteen clouds fill five columns, two of them with a second product', () => {
  const titles = new Map(content.products.map(({ id, machine_name }) => [id, machine_name]))
  const clouds = content.clouds.map(({ product_id }) => ({ type: titles.get(product_id) ?? '' }))
  const columns = selectorColumns([...content.products], clouds)
  expect(clouds).toHaveLength(15)
  expect(columns.flat()).toHaveLength(7)
  expect(columns.map((groups) => groups.length).sort()).toEqual([1, 1, 1, 2, 2])
})

test('G-03 the first cloud is northwall.net, and two clouds are governmental', () => {
  expect(content.clouds[0]).toMatchObject({
    title: 'northwall.net',
    machine_name: 'northwall_net',
    domain: 'northwall.net',
    default_page: '/',
  })
  const gov = content.clouds.filter(({ is_gov }) => is_gov).map(({ domain }) => domain)
  expect(gov).toEqual(['northwall-gov.net', 'northwall-gov-ten.net'])
  const elsewhere = content.clouds.filter(({ default_page }) => default_page !== '/')
  expect(elsewhere.map(({ default_page }) => default_page)).toEqual(['/cloud-status'])
})

test('H-01 every cloud has its own banner', () => {
  expect(content.cloud_banners.map(({ cloud_id }) => cloud_id)).toEqual(content.clouds.map(({ id }) => id))
  expect(new Set(content.cloud_banners.map(({ description }) => description)).size).toBe(15)
})

test('FAQ, compliance and cookie policy have pages, with a separate FAQ for government clouds', () => {
  const gov = content.clouds.filter(({ is_gov }) => is_gov).map(({ id }) => id)
  const cloudsOf = (slug: string) =>
    content.pages.filter((page) => page.slug === slug).map((page) => page.cloud_id)
  expect(cloudsOf('faq')).toEqual([null, ...gov])
  expect(cloudsOf('compliance')).toEqual(gov)
  expect(cloudsOf('cookie-policy')).toEqual([null])
})

test('F-01 the FAQ has five to seven sections and more than twenty questions, each with an id', () => {
  for (const { body = '' } of content.pages.filter(({ slug }) => slug === 'faq')) {
    const sections = [...body.matchAll(/<h2 id="([a-z0-9-]+)">/g)].map(([, id]) => id)
    const questions = [...body.matchAll(/<h3 id="([a-z0-9-]+)">/g)].map(([, id]) => id)
    expect(sections.length).toBeGreaterThanOrEqual(5)
    expect(sections.length).toBeLessThanOrEqual(7)
    expect(questions.length).toBeGreaterThan(20)
    expect(new Set([...sections, ...questions]).size).toBe(sections.length + questions.length)
  }
})

test('F-01 the FAQ promises updates as often as the provider does', () => {
  const promise = `we update at least ${everyHoursWords(PROVIDER.update_every_hours)}.`
  for (const { body } of content.pages.filter(({ slug }) => slug === 'faq')) expect(body).toContain(promise)
})

test('C-01 government clouds have compliance rows, both approved and estimated', () => {
  const rows = content.compliance_rows.filter(({ cloud_id }) => cloud_id === 12)
  expect(rows.length).toBeGreaterThanOrEqual(12)
  const dates = new Set(rows.map(({ date_text }) => date_text))
  expect(dates).toContain('Approved')
  expect(dates).toContain('Q1 2027')
  expect(dates).toContain('Q2 2027')
})

test('G-10 the cookie policy names what the site stores', () => {
  const { body = '' } = content.pages.find(({ slug }) => slug === 'cookie-policy') ?? {}
  for (const part of [
    'Chosen cloud',
    'Session',
    'CSRF',
    'Logout token',
    'Session timeout',
    'Security string',
  ]) {
    expect(body).toContain(part)
  }
  expect(body).toContain('24 hours')
})

test('L-07 clouds with data centers have an update schedule of regions by weekday', () => {
  const withSchedule = new Set(content.schedule_regions.map(({ cloud_id }) => cloud_id))
  const withCenters = content.clouds.filter(({ shows_data_centers }) => shows_data_centers)
  expect([...withSchedule]).toEqual(withCenters.map(({ id }) => id))
  expect(content.schedule_cells).toHaveLength(content.schedule_regions.length * 7)
  const values = content.schedule_cells.map(({ value }) => value).filter(Boolean)
  expect(values.every((value) => /^\d\d:\d\d–\d\d:\d\d$/.test(value ?? ''))).toBe(true)
})

test('U-03 every notification type has terms, URL categories more than thirty', () => {
  const count = (type: string) =>
    content.notification_terms.filter(({ notification_type }) => notification_type === type).length
  expect(count('url_change_notification')).toBeGreaterThan(30)
  for (const type of ['cloud_app', 'advisories', 'sub_processor']) expect(count(type)).toBeGreaterThan(3)
})

/**
 * Approval estimates name calendar quarters, and threats have weekends, so neither can be shifted by days.
 */
function withoutFixedDates({ compliance_rows, threat_counts, threat_origins, ...rest }: typeof content) {
  return rest
}

function moveTimes<T>(value: T, days: number): T {
  const text = JSON.stringify(value).replace(
    /"(\d{4}-\d\d-\d\d)(T[\d:.]+Z)?"/g,
    (_, day: string, time: string | undefined) => {
      const moved = new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
      return `"${moved}${time ?? ''}"`
    },
  )
  return JSON.parse(text)
}
