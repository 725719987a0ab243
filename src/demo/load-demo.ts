import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../db/database.ts'
import {
  correctDemoRecord,
  type DemoMark,
  findDemoMark,
  insertDemo,
  isEmpty,
  lockDemo,
  promiseDemoUpdates,
  saveDemoMark,
} from '../db/demo.ts'
import { renewDemoPublications } from '../db/demo-publications.ts'
import {
  addDemoBanners,
  addDemoGoals,
  addDemoMenuItems,
  addDemoRanges,
  addDemoTemplates,
  addDemoThreats,
  markDemoMoved,
  moveDemoTimes,
  planDemoWorkAgain,
  renewDemoAdvisories,
  renewDemoPages,
  renewDemoPostMortems,
  renewDemoProvider,
  renewDemoTitles,
} from '../db/demo-renewal.ts'
import { raiseEdition } from '../db/edition.ts'
import { redactLogFaces } from '../db/log/redact-log.ts'
import { MINUTE_MS, startOfMinute } from '../domain/time.ts'
import { siteBannerRows } from './banners.ts'
import { type CorrectedRecord, correctedRecords } from './corrections.ts'
import { ipRangeRows } from './data-centers/ip-ranges.ts'
import { demoContent } from './demo-content.ts'
import { threatMenuRows } from './menu.ts'
import { pageRows } from './pages/pages.ts'
import { PROVIDER } from './provider.ts'
import { goalRows } from './services.ts'
import { templateRows } from './templates.ts'
import { oldestThreatDay, threatRows } from './threats/threat-rows.ts'

const MS_PER_DAY = 86_400_000

/** Parts added after the first version. An older demo gets them at its next start. */
const THREATS_AND_BANNERS = 'threats-and-banners'
const TEXTS_OF_ACCOUNTS = 'texts-of-accounts'
const PAST_PUBLICATIONS = 'history-of-telling'
const TEMPLATES = 'templates'
const IP_RANGES = 'ip-ranges'
const ADVISORY_FACTS = 'advisory-facts'
/** The update interval, and draft titles without codes. */
const PROMISES = 'promises'
const POST_MORTEMS = 'post-mortems'
const GOALS = 'goals'
const INFORMING = 'informing'
const PARTS = [
  THREATS_AND_BANNERS,
  TEXTS_OF_ACCOUNTS,
  PAST_PUBLICATIONS,
  TEMPLATES,
  IP_RANGES,
  ADVISORY_FACTS,
  PROMISES,
  POST_MORTEMS,
  GOALS,
  INFORMING,
]
/** A dry run looks back over 90 days. */
const PUBLICATION_DAYS = 100
/** How readers were informed is shown by quarter. */
const INFORMED_DAYS = 460
/** When the next updates of open incidents are due, oldest incident first: soon, but not all at the same time. */
const NEXT_UPDATES_IN_MINUTES = [27, 22, 18]

export type DemoOutcome = 'loaded' | 'moved' | 'completed' | 'kept'

/**
 * Fills an empty database with the demo provider. An older demo is moved to today, so that it never looks stale;
 * changed parts stay as they are, and work that was completed meanwhile is planned again. A demo of an earlier version
 * gets missing parts. Any other content belongs to a real provider and is left alone.
 */
export async function loadDemo(db: Kysely<DB>, { now }: { now: Date }): Promise<DemoOutcome> {
  const today = now.toISOString().slice(0, 10)

  return db.transaction().execute(async (trx) => {
    await lockDemo(trx)
    const mark = await findDemoMark(trx)
    if (mark !== undefined) return bringUpToDate(trx, { mark, today, now })
    return (await isEmpty(trx)) ? load(trx, { today, now }) : 'kept'
  })
}

async function load(
  trx: Transaction<DB>,
  { today, now }: { today: string; now: Date },
): Promise<DemoOutcome> {
  const content = demoContent({ day: today })
  const corrected = correctedRecords(content.records)
  await raiseEdition(trx, { at: now, changes: 'everything' }, async (edition) => {
    const records = content.records.map((record) => ({
      ...record,
      ...corrected.find(({ id }) => id === record.id)?.first,
      edition: record.state === 'published' || record.state === 'unpublished' ? edition : null,
    }))
    await insertDemo(trx, { ...content, records })
    await promiseUpdates(trx, { lastRecordId: records.length, edition, now })
    await saveDemoMark(trx, { day: today, lastRecordId: records.length, parts: PARTS }, now)
    return { otherwise: 'imported' }
  })
  await correctRecords(trx, { corrected, now, lastRecordId: content.records.length })
  return 'loaded'
}

async function correctRecords(
  trx: Transaction<DB>,
  {
    corrected,
    now,
    lastRecordId,
  }: { corrected: readonly CorrectedRecord[]; now: Date; lastRecordId: number },
) {
  await raiseEdition(trx, { at: now, changes: 'records' }, async (edition) => {
    for (const { id, now: texts } of corrected) await correctDemoRecord(trx, { id, edition, texts })
    await renewHistory(trx, { edition, lastRecordId, now, corrected })
    return { records: new Map(corrected.map(({ id }) => [id, 'corrected'])) }
  })
  for (const { id, redacted: reason } of corrected) {
    if (reason === undefined) continue
    const outcome = await redactLogFaces(trx, { of: { record: id }, limit: null, reason, at: now })
    if (outcome.kind !== 'redacted') continue
    const { faces } = outcome
    await raiseEdition(trx, { at: now, changes: 'records' }, async () => ({ redacted: { faces, reason } }))
  }
}

async function bringUpToDate(
  trx: Transaction<DB>,
  { mark, today, now }: { mark: DemoMark; today: string; now: Date },
): Promise<DemoOutcome> {
  const isOfEarlierDay = mark.day < today
  const isComplete = PARTS.every((part) => mark.parts.includes(part))
  const hasThreats = mark.parts.includes(THREATS_AND_BANNERS)
  if (!isOfEarlierDay && isComplete) return 'kept'

  const { lastRecordId } = mark
  const day = isOfEarlierDay ? today : mark.day
  const days = (Date.parse(day) - Date.parse(mark.day)) / MS_PER_DAY
  if (isOfEarlierDay) await moveDemoTimes(trx, { days, lastRecordId })
  if (!isComplete) await renewDemoPages(trx, pageRows(day))
  if (!hasThreats) {
    await addDemoMenuItems(trx, threatMenuRows())
    await addDemoBanners(trx, siteBannerRows())
  }
  if (!mark.parts.includes(TEMPLATES)) await addDemoTemplates(trx, templateRows(day))
  if (!mark.parts.includes(IP_RANGES)) await addDemoRanges(trx, ipRangeRows(day))
  if (!mark.parts.includes(GOALS)) await addDemoGoals(trx, goalRows())
  const threats = threatRows({ day, since: hasThreats ? mark.day : undefined })
  await addDemoThreats(trx, threats, { oldestDay: oldestThreatDay(day) })
  const changes = isComplete ? 'threats' : 'everything'
  await raiseEdition(trx, { at: now, changes }, async (edition) => {
    await renewRecords(trx, { mark, day, isOfEarlierDay, edition, now })
    const added = isOfEarlierDay ? await planDemoWorkAgain(trx, { rows: demoContent({ day }), edition }) : []
    return {
      records: new Map(added.map((id) => [id, 'imported'])),
      otherwise: isOfEarlierDay ? 'moved' : 'imported',
    }
  })
  return isOfEarlierDay ? 'moved' : 'completed'
}

async function renewRecords(
  trx: Transaction<DB>,
  {
    mark,
    day,
    isOfEarlierDay,
    edition,
    now,
  }: { mark: DemoMark; day: string; isOfEarlierDay: boolean; edition: number; now: Date },
) {
  const { lastRecordId } = mark
  const hasPromises = mark.parts.includes(PROMISES)
  const isInformed = mark.parts.includes(INFORMING)
  if (isOfEarlierDay || !hasPromises) await promiseUpdates(trx, { lastRecordId, edition, now })
  if (!hasPromises || !isInformed) await renewDemoProvider(trx, PROVIDER)
  if (!hasPromises) {
    await renewDemoTitles(trx, demoContent({ day }).records)
  }
  if (!mark.parts.includes(ADVISORY_FACTS))
    await renewDemoAdvisories(trx, { records: demoContent({ day }).records, edition })
  if (isOfEarlierDay || !mark.parts.includes(POST_MORTEMS))
    await renewDemoPostMortems(trx, { rows: demoContent({ day }), edition })
  if (isOfEarlierDay) await markDemoMoved(trx, { edition, lastRecordId })
  const hasHistory = mark.parts.includes(PAST_PUBLICATIONS)
  if (isOfEarlierDay || !hasHistory || !isInformed) {
    const corrected = correctedRecords(demoContent({ day }).records)
    await renewHistory(trx, { edition, lastRecordId, now, corrected })
  }
  await saveDemoMark(trx, { day, lastRecordId, parts: PARTS }, now)
}

/** The demo posts its open incidents a day back, so their next updates are set relative to now. */
function promiseUpdates(
  trx: Transaction<DB>,
  { now, ...of }: { lastRecordId: number; edition: number; now: Date },
): Promise<void> {
  const thisMinute = startOfMinute(now.getTime())
  const dueAt = NEXT_UPDATES_IN_MINUTES.map((minutes) => new Date(thisMinute + minutes * MINUTE_MS))
  return promiseDemoUpdates(trx, { ...of, dueAt })
}

function renewHistory(
  trx: Transaction<DB>,
  {
    now,
    corrected,
    ...of
  }: { edition: number; lastRecordId: number; now: Date; corrected: readonly CorrectedRecord[] },
): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * MS_PER_DAY)
  return renewDemoPublications(trx, {
    ...of,
    since: daysAgo(PUBLICATION_DAYS),
    incidentsSince: daysAgo(INFORMED_DAYS),
    corrected: corrected.map(({ id }) => id),
  })
}
