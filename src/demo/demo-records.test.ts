import { describe, expect, test } from 'vitest'
import * as canaries from './canaries.ts'
import { demoContent } from './demo-content.ts'
import { SEVERITY_TID, STATUS_ID } from './demo-record.ts'
import { QUIET_WEEKS, weekOf } from './incidents/incidents.ts'

const DAY = '2026-11-15'
const { DRAFT_CANARY, INTERNAL_CANARY, SCHEDULED_CANARY, UNPUBLISHED_CANARY, ...TITLES } = canaries
const SECRET_TITLES: ReadonlySet<string> = new Set(Object.values(TITLES))
const START = `${DAY}T00:00:00.000Z`
const END = '2026-11-16T00:00:00.000Z'
const content = demoContent({ day: DAY })
const records = content.records.map((record) => ({
  ...record,
  clouds: new Set<number>(),
  services: [] as number[],
  centers: [] as number[],
  updates: content.record_updates.filter(({ record_id }) => record_id === record.id),
}))
const byId = new Map(records.map((record) => [record.id, record]))
for (const { record_id, cloud_id } of content.record_clouds) byId.get(record_id)?.clouds.add(cloud_id)
for (const { record_id, service_tid } of content.record_services)
  byId.get(record_id)?.services.push(service_tid)
for (const { record_id, data_center_tid } of content.record_data_centers) {
  byId.get(record_id)?.centers.push(data_center_tid)
}
type DemoRow = (typeof records)[number]

const published = records.filter(({ state }) => state === 'published')
const incidents = published.filter(({ kind }) => kind === 'incident')
const maintenance = published.filter(({ kind }) => kind === 'maintenance')
const notifications = published.filter(({ kind }) => kind === 'notification')
const northwall = content.clouds[0]?.id ?? 0
const on = (cloudId: number | undefined) => (record: DemoRow) => record.clouds.has(cloudId ?? 0)
const minute = (time: unknown) => (Date.parse(String(time)) - Date.parse(START)) / 60_000

describe('range', () => {
  test('five years have at least 1,500 records', () => {
    expect(published.length).toBeGreaterThanOrEqual(1500)
    const oldest = published.map(({ posted_on }) => String(posted_on)).sort()[0] ?? ''
    expect(oldest > '2021-11-10' && oldest < '2022-01-15', oldest).toBe(true)
    for (let year = 2022; year <= 2026; year++) {
      expect(
        published.filter(({ posted_on }) => String(posted_on).startsWith(`${year}`)).length,
      ).toBeGreaterThan(200)
    }
  })

  test('covers every kind, type, status, severity and event', () => {
    const seen = (pick: (record: DemoRow) => unknown) => new Set(published.map(pick))
    expect(seen(({ kind }) => kind).size).toBe(4)
    expect(seen(({ notification_type }) => notification_type).size).toBe(1 + 4)
    expect(seen(({ type }) => type).size).toBe(1 + 5)
    expect(seen(({ event_type }) => event_type).size).toBe(8)
    expect(seen(({ status_id }) => status_id)).toEqual(new Set(Object.values(STATUS_ID)))
    expect(seen(({ severity_tid }) => severity_tid)).toEqual(new Set(Object.values(SEVERITY_TID)))
    expect(new Set(records.map(({ state }) => state)).size).toBe(4)
  })

  test('every cloud has its own incidents, maintenance and notifications', () => {
    for (const { id, domain } of content.clouds) {
      expect(incidents.filter(on(id)).length, domain).toBeGreaterThan(5)
      expect(maintenance.filter(on(id)).length, domain).toBeGreaterThan(5)
      expect(notifications.filter(on(id)).length, domain).toBeGreaterThan(5)
    }
  })
})

describe('sense', () => {
  test('kind, status, severity and event agree', () => {
    const allowed: Readonly<Record<string, RegExp>> = {
      incident: /^(17 under_investigation|19 service_degradation|20 service_disruption) [25]$/,
      maintenance: /^(1356|1361) (scheduled [12]|completed 4|postponed 7)$/,
      advisory: /^641 security_advisory [368]$/,
      notification: /^(1356|1361) informational [1234678]$/,
    }
    const odd = published.filter(
      ({ kind, severity_tid, event_type, status_id }) =>
        !allowed[kind]?.test(`${severity_tid} ${event_type} ${status_id}`),
    )
    expect(odd.map(({ title }) => title)).toEqual([])
  })

  test('incidents have two to six updates in order, and the last one closes', () => {
    const closed = incidents.filter(({ closed_on }) => closed_on !== null)
    for (const { title, updates, posted_on, closed_on } of closed) {
      expect(updates.length, title).toBeGreaterThanOrEqual(2)
      expect(updates.length, title).toBeLessThanOrEqual(6)
      const times = [posted_on, ...updates.map((update) => update.posted_on)].map(String)
      expect(
        times.every((time, i) => i === 0 || time > String(times[i - 1])),
        title,
      ).toBe(true)
      expect(updates.at(-1)).toMatchObject({ status_id: STATUS_ID.Resolved, posted_on: closed_on })
    }
  })

  test('updates come after the record was posted, in order, and before the day', () => {
    for (const { title, updates, posted_on } of published) {
      const times = [posted_on, ...updates.map((update) => update.posted_on)].map(String)
      expect(times.toSorted(), title).toEqual(times)
      expect(String(times.at(-1)) < START, title).toBe(true)
    }
  })

  test('the last update, the time of change and the status agree', () => {
    for (const { title, updates, updated_on, posted_on, status_id, redirect } of published) {
      if (redirect !== null) continue
      const last = updates.at(-1)
      expect(updated_on, title).toBe(last?.posted_on ?? posted_on)
      if (last) expect(last.status_id, title).toBe(status_id)
    }
  })

  test('incidents last minutes to many hours and are posted within the hour', () => {
    for (const { title, from_time, to_time, posted_on } of incidents) {
      const lateness = minute(posted_on) - minute(from_time)
      expect(lateness > 0 && lateness < 60, title).toBe(true)
      if (to_time === null) continue
      const length = minute(to_time) - minute(from_time)
      expect(length >= 10 && length <= 24 * 60, `${title} ${length}`).toBe(true)
    }
  })

  test('data center work starts at local night', () => {
    const longitude = new Map(content.data_centers.map((center) => [center.tid, center.longitude]))
    const planned = maintenance.filter(({ centers, to_time, from_time }) => {
      return centers.length > 0 && minute(to_time) - minute(from_time) <= 12 * 60
    })
    for (const { title, centers, from_time } of planned) {
      const hours = (minute(from_time) / 60 + (longitude.get(centers[0]) ?? 0) / 15 + 24 * 4000) % 24
      expect(hours >= 21 || hours <= 3, `${title} ${hours}`).toBe(true)
    }
  })

  test('services and data centers of a record belong to its clouds and were in service', () => {
    const categoryCloud = new Map(content.service_categories.map(({ tid, cloud_id }) => [tid, cloud_id]))
    const services = new Map(content.services.map((service) => [service.tid, service]))
    const centers = new Map(content.data_centers.map((center) => [center.tid, center]))
    const runs = new Set(content.cloud_data_centers.map((row) => `${row.cloud_id} ${row.data_center_tid}`))
    for (const record of published) {
      const from = String(record.from_time).slice(0, 10)
      for (const tid of record.services) {
        const service = services.get(tid)
        expect(record.clouds.has(categoryCloud.get(service?.category_tid ?? 0) ?? 0), record.title).toBe(true)
        expect(String(service?.started_on) < from, record.title).toBe(true)
        expect(service?.ended_on == null || String(service.ended_on) > from, record.title).toBe(true)
      }
      for (const tid of record.centers) {
        expect(
          [...record.clouds].every((cloud) => runs.has(`${cloud} ${tid}`)),
          record.title,
        ).toBe(true)
        const center = centers.get(tid)
        expect(String(center?.opened_on) < from, record.title).toBe(true)
        expect(center?.closed_on == null || String(center.closed_on) > from, record.title).toBe(true)
      }
    }
  })

  test('URL category changes are posted only where that menu is shown', () => {
    const item = content.menu_items.find(({ key }) => key === 'url-category-notification')
    const hidden = content.menu_item_hidden_clouds.filter(({ menu_item_id }) => menu_item_id === item?.id)
    const changes = notifications.filter((record) => record.notification_type === 'url_change_notification')
    expect(changes.some((record) => hidden.some(({ cloud_id }) => record.clouds.has(cloud_id)))).toBe(false)
  })

  test('notifications have terms of their own type', () => {
    const typeOf = new Map(
      content.notification_terms.map(({ tid, notification_type }) => [tid, notification_type]),
    )
    expect(content.record_terms.length).toBeGreaterThanOrEqual(notifications.length)
    const foreign = content.record_terms.filter(
      ({ record_id, term_tid }) => typeOf.get(term_tid) !== byId.get(record_id)?.notification_type,
    )
    expect(foreign).toEqual([])
  })
})

describe('the demo’s day', () => {
  const open = incidents.filter(({ closed_on }) => closed_on === null)

  test('exactly three incidents on three clouds are open throughout the day', () => {
    expect(open.map(({ event_type }) => event_type).sort()).toEqual([
      'service_degradation',
      'service_disruption',
      'under_investigation',
    ])
    expect(new Set(open.flatMap(({ clouds }) => [...clouds])).size).toBe(3)
    for (const { from_time, posted_on, to_time, next_update, status_id } of open) {
      expect(String(from_time) < START && String(posted_on) < START).toBe(true)
      expect([to_time, next_update, status_id]).toEqual([null, END, STATUS_ID['In Progress']])
    }
  })

  test('on northwall.net Web Security is disrupted in Frankfurt IV and Zürich II since 22:14 UTC', () => {
    const names = new Map(content.data_centers.map(({ tid, name }) => [tid, name]))
    const [disruption] = open.filter(on(northwall))
    expect(disruption).toMatchObject({
      from_time: '2026-11-14T22:14:00.000Z',
      event_type: 'service_disruption',
    })
    expect(disruption?.centers.map((tid) => names.get(tid))).toEqual(['Frankfurt IV', 'Zürich II'])
    expect(disruption?.updates).toHaveLength(3)
    expect(disruption?.available_workaround).toContain('Amsterdam I')
  })

  test('maintenance is in progress throughout the day', () => {
    const underWay = maintenance.filter(({ status_id }) => status_id === STATUS_ID['In Progress'])
    expect(underWay.length).toBeGreaterThanOrEqual(2)
    for (const { from_time, to_time } of underWay) {
      expect(String(from_time) < START && String(to_time) > END).toBe(true)
    }
  })

  test('no maintenance starts or ends on the day, so that no status is out of date', () => {
    const within = (time: unknown) => String(time) >= START && String(time) <= END
    expect(maintenance.filter(({ from_time, to_time }) => within(from_time) || within(to_time))).toEqual([])
  })

  test('most clouds have maintenance within the next fourteen days, and one is postponed', () => {
    const limit = '2026-11-29T00:00:00.000Z'
    const ahead = maintenance.filter(({ from_time }) => String(from_time) > END)
    expect(ahead.every(({ from_time }) => String(from_time) < limit)).toBe(true)
    const scheduled = ahead.filter(({ status_id }) => status_id === STATUS_ID.Scheduled)
    const clouds = new Set(scheduled.flatMap((record) => [...record.clouds]))
    expect(clouds.size).toBeGreaterThanOrEqual(12)
    expect(ahead.some(({ status_id }) => status_id === STATUS_ID.Postponed)).toBe(true)
  })

  test('the last week of northwall.net has incidents on services, public and premium data centers', () => {
    const week = incidents.filter(on(northwall)).filter(({ from_time }) => weekOf(minute(from_time)) === 0)
    expect(week.length).toBeGreaterThanOrEqual(8)
    expect(new Set(week.flatMap(({ services }) => services)).size).toBeGreaterThanOrEqual(5)
    const premium = new Set(content.data_centers.filter(({ is_premium }) => is_premium).map(({ tid }) => tid))
    const centers = week.flatMap((record) => record.centers)
    expect(centers.some((tid) => premium.has(tid))).toBe(true)
    expect(centers.filter((tid) => !premium.has(tid)).length).toBeGreaterThanOrEqual(4)
  })

  test('the timeline of northwall.net has quiet weeks and weeks with incidents', () => {
    const mine = incidents.filter(on(northwall))
    const busy = new Set(
      mine.flatMap(({ from_time, to_time }) => [
        weekOf(minute(from_time)),
        weekOf(minute(to_time ?? from_time)),
      ]),
    )
    expect(QUIET_WEEKS.filter((week) => busy.has(week))).toEqual([])
    expect(
      Array.from({ length: 13 }, (_, week) => week).filter((week) => busy.has(week)).length,
    ).toBeGreaterThan(5)
  })
})

describe('states and secrets', () => {
  test('draft, scheduled and unpublished records have their canary in the body and a plain, unique title', () => {
    const codes = { draft: DRAFT_CANARY, scheduled: SCHEDULED_CANARY, unpublished: UNPUBLISHED_CANARY }
    for (const [state, canary] of Object.entries(codes)) {
      const mine = records.filter((record) => record.state === state)
      expect(mine.length, state).toBeGreaterThan(0)
      expect(
        mine.every(({ title, body }) => SECRET_TITLES.has(title) && body?.includes(canary)),
        state,
      ).toBe(true)
    }
    const readable = JSON.stringify(published.map((record) => ({ ...record, clouds: [] })))
    for (const secret of [...Object.values(codes), ...SECRET_TITLES]) expect(readable).not.toContain(secret)
    expect(records.filter(({ title }) => /NW-/.test(title))).toEqual([])
  })

  test('scheduled records publish themselves after the day and before what they announce', () => {
    const scheduled = records.filter(({ state }) => state === 'scheduled')
    for (const { publish_at, from_time, posted_on } of scheduled) {
      expect(String(publish_at) > END && String(publish_at) < String(from_time)).toBe(true)
      expect(posted_on).toBeNull()
    }
  })

  test('L-09 internal fields contain their canary, and some records have all five', () => {
    const { record_internals } = content
    const complete = record_internals.filter((row) => Object.values(row).every((value) => value !== null))
    expect(complete.length).toBeGreaterThan(100)
    expect(record_internals.length).toBeGreaterThan(complete.length)
    expect(record_internals.every(({ internal_note }) => internal_note?.includes(INTERNAL_CANARY))).toBe(true)
    expect(complete.every(({ slack_link }) => slack_link?.includes(INTERNAL_CANARY))).toBe(true)
  })

  test('P-04 one published post has no cloud', () => {
    expect(published.filter(({ clouds }) => clouds.size === 0)).toHaveLength(1)
  })

  test('G-11 two posts redirect: to a path of this site and to the help site', () => {
    const redirects = published.map(({ redirect }) => redirect).filter((redirect) => redirect !== null)
    expect(redirects.sort()).toEqual([
      '/northwall.net/faq',
      'https://help.northwall.example/tunnels/second-tunnel',
    ])
  })
})
