import { afterAll, beforeAll, expect, test } from 'vitest'
import { SEVERITY } from '../../src/domain/record.ts'
import { isShort, sized } from '../size.ts'
import { publish, unpublish } from '../support/publish.ts'
import { addDraft } from '../support/small-site.ts'
import { testBrowser } from './browser.ts'
import { CLOUD } from './demo-site.ts'
import { untilEdition } from './own-site.ts'
import { recordSite } from './record-site.ts'
import { type Box, readRow } from './timeline-parts.ts'

const browser = testBrowser()

const HOUR_MS = 3_600_000
const SECOND_HOURS = 1 / 3600

/** Ten overlapping issues of different lengths: severity, and how many hours ago each began and ended. */
const TEN: readonly [severity: number, began: number, ended: number | null][] = [
  [SEVERITY.serviceDegradation, 400, 66],
  [SEVERITY.serviceDisruption, 100, 60],
  [SEVERITY.serviceDegradation, 98, 40],
  [SEVERITY.underInvestigation, 96, 96 - SECOND_HOURS],
  [SEVERITY.serviceDegradation, 90, 50],
  [SEVERITY.serviceDisruption, 85, 84],
  [SEVERITY.underInvestigation, 80, 30],
  [SEVERITY.serviceDisruption, 70, 20],
  [SEVERITY.underInvestigation, 64, null],
  [SEVERITY.serviceDisruption, 5 / 60, null],
]

const site = recordSite()
let week: BadWeek

beforeAll(async () => {
  week = await addBadWeek()
})
afterAll(async () => {
  for (const id of week.ids) await unpublish(site().db, id)
})

// In the short run: mark-reach.test.ts and place-issues.test.ts.
test.skipIf(isShort).each(
  sized({
    short: [[390, 'finger']],
    long: [390, 800, 1440].flatMap((width) => ['finger', 'mouse'].map((pointer) => [width, pointer])),
  }) as [number, 'finger' | 'mouse'][],
)(
  'S-03 ten overlapping issues do not cover each other at %i px, and a %s can hit each of them',
  async (width, pointer) => {
    const page = await browser.open(`/${CLOUD.second.domain}/cloud-status`, {
      width,
      touch: pointer === 'finger',
      siteUrl: site().url,
    })
    const isCoarse = await page.evaluate(() => matchMedia('(pointer: coarse)').matches)
    expect(isCoarse).toBe(pointer === 'finger')
    const { track, marks } = await readRow(page, week.service)
    expect(marks).toHaveLength(TEN.length)
    for (const { id, box, isHit } of marks) {
      expect(isHit, `issue ${id} is hit`).toBe(true)
      expect(box.left).toBeGreaterThanOrEqual(track.left - 0.1)
      expect(box.right).toBeLessThanOrEqual(track.right + 0.1)
      expect(box.bottom).toBeLessThanOrEqual(track.bottom)
      expect(Math.min(box.right - box.left, box.bottom - box.top)).toBeGreaterThanOrEqual(23.9)
    }
    for (const [index, mark] of marks.entries()) {
      for (const other of marks.slice(index + 1)) expect(doOverlap(mark.box, other.box)).toBe(false)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  },
)

/** Rounding to pixels may leave a tiny overlap. */
function doOverlap(a: Box, b: Box) {
  const HAIR_PX = 0.5
  const isBeside = a.right <= b.left + HAIR_PX || b.right <= a.left + HAIR_PX
  const isBelow = a.bottom <= b.top || b.bottom <= a.top
  return !isBeside && !isBelow
}

interface BadWeek {
  service: number
  ids: number[]
}

async function addBadWeek(): Promise<BadWeek> {
  const { db } = site()
  const { id: cloud, tid } = await db
    .selectFrom('clouds')
    .innerJoin('service_categories', 'service_categories.cloud_id', 'clouds.id')
    .innerJoin('services', 'services.category_tid', 'service_categories.tid')
    .where('clouds.machine_name', '=', CLOUD.second.machineName)
    .where('services.is_active', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('record_services')
            .innerJoin('records', 'records.id', 'record_services.record_id')
            .whereRef('record_services.service_tid', '=', 'services.tid')
            .where('records.from_time', '>', new Date(Date.now() - 240 * HOUR_MS))
            .select('record_services.record_id'),
        ),
      ),
    )
    .select(['clouds.id', 'services.tid'])
    .executeTakeFirstOrThrow()
  const now = Date.now()
  const ids: number[] = []
  let edition = 0
  for (const [severity_tid, began, ended] of TEN) {
    const id = await addDraft(db, {
      title: 'One of ten',
      severity_tid,
      from_time: new Date(now - began * HOUR_MS),
      closed_on: ended === null ? null : new Date(now - ended * HOUR_MS),
    })
    await db.insertInto('record_clouds').values({ record_id: id, cloud_id: cloud }).execute()
    await db.insertInto('record_services').values({ record_id: id, service_tid: tid }).execute()
    edition = await publish(db, id, { notifies: false })
    ids.push(id)
  }
  await untilEdition(site(), edition)
  return { service: tid, ids }
}
