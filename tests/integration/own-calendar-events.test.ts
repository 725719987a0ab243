import ICAL from 'ical.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Edition } from '../../src/edition/edition.ts'
import type { EditionRecord } from '../../src/edition/edition-record.ts'
import { recordsOfCloud } from '../../src/edition/record-shelf.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { HOSTILE_TITLE, READABLE_TITLE, withChanged } from '../support/hostile-records.ts'
import { eventsIn, idOfEvent, idsIn, ownCalendars } from '../support/own-calendars.ts'
import { SECRET_WORDS } from '../support/secret-words.ts'
import type { StandingHolder } from '../support/test-app.ts'

const DAY_MS = 86_400_000

let site: AccountSite
let calendars: ReturnType<typeof ownCalendars>

beforeAll(async () => {
  site = await accountSite()
  calendars = ownCalendars(site)
})
afterAll(() => site.stop())

describe('L-03 in a personal calendar', () => {
  let whole: Edition
  beforeEach(() => {
    whole = calendars.edition()
  })
  afterEach(() => {
    hold(whole)
  })

  const hold = (content: Edition) => (site.holder as StandingHolder).hold(content)
  const later = (date: Date | null, ms: number) => new Date((date?.getTime() ?? 0) + ms)

  async function planned() {
    const cloud = whole.site.clouds[0]?.id ?? 0
    const works = recordsOfCloud(whole.records, 'maintenance', cloud)
    const record = works.find(({ event_type, from_time }) => event_type === 'scheduled' && from_time !== null)
    if (record === undefined) throw new Error('The demo has maintenance that is planned.')
    const { account, browser } = await calendars.subscriberTo(cloud)
    const path = await calendars.make(account, browser)
    const eventAfter = async (change: Partial<EditionRecord>) => {
      hold(withChanged(whole, [{ record, change }]))
      const { body } = await calendars.read(path)
      const event = eventsIn(body).find((each) => idOfEvent(each) === record.id)
      const start = event?.getFirstPropertyValue('dtstart')
      return {
        said: (name: string) => event?.getFirstPropertyValue(name),
        start: start instanceof ICAL.Time ? start.toJSDate() : undefined,
        body,
      }
    }
    return { record, eventAfter }
  }

  test('a hostile title survives as far as the format allows', async () => {
    const { eventAfter } = await planned()
    const { said, body } = await eventAfter({ title: HOSTILE_TITLE })
    expect(said('summary')).toBe(READABLE_TITLE)
    expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    for (const line of body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  })

  test('a window that moves keeps its ID and increases its sequence', async () => {
    const { record, eventAfter } = await planned()
    const before = await eventAfter({})
    const after = await eventAfter({
      from_time: later(record.from_time, DAY_MS),
      to_time: later(record.to_time, DAY_MS),
      updated_on: later(record.updated_on, 1000),
    })
    expect([before.start, after.start]).toEqual([record.from_time, later(record.from_time, DAY_MS)])
    expect(after.said('uid')).toBe(before.said('uid'))
    expect(Number(after.said('sequence'))).toBeGreaterThan(Number(before.said('sequence')))
    expect(after.said('status')).toBe('CONFIRMED')
  })

  test.each([
    ['Postponed', 7],
    ['Canceled', 8],
  ])('a window that is %s is canceled in place', async (word, status_id) => {
    const { record, eventAfter } = await planned()
    const { said, start } = await eventAfter({
      status_id,
      event_type: 'postponed',
      closed_on: site.clock.now,
      updated_on: later(record.updated_on, 1000),
    })
    expect([said('status'), said('summary'), start]).toEqual([
      'CANCELLED',
      `${word}: ${record.title}`,
      record.from_time,
    ])
  })
})

test('L-09 a calendar of all clouds contains nothing unpublished', async () => {
  const { account, browser } = await calendars.subscriberTo(
    ...calendars.edition().site.clouds.map(({ id }) => id),
  )
  const { headers, body } = await calendars.read(await calendars.make(account, browser))
  expect(SECRET_WORDS.exec(body.replaceAll('\r\n ', ''))?.[0]).toBeUndefined()
  expect(SECRET_WORDS.exec(JSON.stringify(headers))?.[0]).toBeUndefined()
  const hidden = await site.database.db
    .selectFrom('records')
    .where('kind', '=', 'maintenance')
    .where('state', '!=', 'published')
    .select('id')
    .execute()
  const ids = idsIn(body)
  expect([hidden.length, ids.length].every((count) => count > 0)).toBe(true)
  expect(hidden.filter(({ id }) => ids.includes(id))).toEqual([])
})
