import { bannersBegun } from '../../domain/banners/banners-in-force.ts'
import { lookOf } from '../../domain/brand/brand.ts'
import { hasGoalBegun } from '../../domain/dated-goals.ts'
import { informingGoalsBegun } from '../../domain/informing/quarter-figures.ts'
import type { EditionRecord } from '../edition-record.ts'
import type { LoadedEdition } from '../load-edition.ts'

/*
 * The content of an edition file, version 2: lines of JSON. Each line is an object of tables, as returned by `readSite`,
 * `readThreats` and `publishedRecordsSince`: first the site, then the threat figures, then the records, a hundred per
 * line.
 *
 * Columns are not named here. A new column is in the file as soon as it is read from the database, and older releases
 * ignore it. Older files lack it, so `toSite` and `toEditionRecords` must give it a default.
 */

/** Small enough to be written within a few milliseconds, so that other work in the process isn't held up. */
const RECORDS_ON_A_LINE = 100

/** Values by column. Compressed, 50,000 records take a quarter less space than as rows that repeat the column names. */
interface Table {
  columns: Record<string, unknown[]>
  /** Columns with times or lists of times. They are written as milliseconds since 1970. */
  times: string[]
}

type Row = Record<string, unknown>

export class DamagedPayload extends Error {}

export function* editionLines(edition: LoadedEdition, now: Date): Generator<string> {
  yield line(publicSiteRows(edition, now))
  yield line(edition.threatRows)
  const slice: EditionRecord[] = []
  for (const record of edition.records.byId.values()) {
    slice.push(record)
    if (slice.length === RECORDS_ON_A_LINE) yield line(recordTables(slice.splice(0)))
  }
  if (slice.length > 0) yield line(recordTables(slice))
}

/**
 * All rows are public, with two exceptions: banners and goals are left out until they begin. Settings
 * contain private values, so the file has only what the site uses, without the staff domains: there is no
 * sign-in on a recovery site.
 */
function publicSiteRows(
  { site, siteRows, records, messageTimes, log, logEntries }: LoadedEdition,
  now: Date,
) {
  const { staff_domains: _, brand, ...provider } = site.provider
  const look = { ...brand, sender_name: '', sender_address: '', reply_to: '' }
  const maintenance = site.maintenance && {
    is_on: true,
    message: site.maintenance.message,
    ends_at: site.maintenance.endsAt,
  }
  const begun = new Set(bannersBegun(site.banners, now).map(({ id }) => id))
  return {
    ...siteRows,
    settings: [
      { key: 'provider', value: { ...provider, ...informingGoalsBegun(provider, now) } },
      { key: 'maintenance', value: maintenance },
    ],
    brand: siteRows.brand.map(({ value }, at) => ({ value: at === 0 ? look : imagesAlone(value) })),
    siteBanners: siteRows.siteBanners.filter(({ id }) => begun.has(id)),
    goals: siteRows.goals.filter(({ from_month }) => hasGoalBegun(from_month, now)),
    // With the site, because older releases count the records on the other lines.
    withdrawn: [...records.notes.values()],
    messageTimes: [...messageTimes.values()].filter(({ record_id }) => records.byId.has(record_id)),
    log: log === null ? [] : [log],
    logEntries: Array.from(logEntries, ([record_id, index]) => ({ record_id, index })),
  }
}

const BESIDE_THE_ROW: ReadonlySet<string> = new Set<keyof EditionRecord>([
  'clouds',
  'services',
  'dataCenters',
  'placeStates',
  'updates',
  'revisions',
  'changes',
  'removedUpdates',
  'postMortem',
  'notices',
  'toldIn',
  'rewrites',
])

function recordTables(records: readonly EditionRecord[]) {
  const linksTo = (targets: 'clouds' | 'services' | 'dataCenters') =>
    records.flatMap((record) =>
      record[targets].length === 0 ? [] : { record_id: record.id, targets: record[targets] },
    )
  return {
    records: tableOf(records, BESIDE_THE_ROW),
    clouds: linksTo('clouds'),
    services: linksTo('services'),
    dataCenters: linksTo('dataCenters'),
    placeStates: records.flatMap(({ placeStates }) => placeStates),
    updates: records.flatMap(({ id, updates }) => updates.map((update) => ({ ...update, record_id: id }))),
    revisions: records.flatMap(({ id, revisions }) =>
      revisions.length === 0 ? [] : { record_id: id, times: revisions },
    ),
    changes: records.flatMap(({ changes }) => changes),
    removedUpdates: records.flatMap(({ removedUpdates }) => removedUpdates),
    postMortems: records.flatMap(({ postMortem }) => postMortem ?? []),
    notices: records.flatMap(({ notices }) => notices ?? []),
    versions: records.map(({ id, toldIn, rewrites }) => ({ record_id: id, edition: toldIn, rewrites })),
  }
}

function line(tables: object): string {
  const written = Object.entries(tables).map(([name, value]) => [
    name,
    Array.isArray(value) ? tableOf(value) : value,
  ])
  return `${JSON.stringify(Object.fromEntries(written))}\n`
}

function tableOf(rows: readonly object[], without?: ReadonlySet<string>): Table {
  const names = Object.keys(rows[0] ?? {}).filter((name) => without?.has(name) !== true)
  const columns: Table['columns'] = {}
  const times: string[] = []
  for (const name of names) {
    const values = rows.map((row) => (row as Row)[name])
    const hasTimes = values.some((value) => (Array.isArray(value) ? value[0] : value) instanceof Date)
    if (hasTimes) times.push(name)
    columns[name] = hasTimes ? values.map(toMs) : values
  }
  return { columns, times }
}

function toMs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toMs)
  return value instanceof Date ? value.getTime() : value
}

export function readLine(value: unknown): object {
  const read = Object.entries(value as object).map(([name, each]) => [
    name,
    typeof each === 'object' && each !== null ? rowsOf(name, each) : each,
  ])
  return Object.fromEntries(read)
}

function rowsOf(table: string, { columns, times }: Table): Row[] {
  const names = Object.keys(columns)
  const rows = (columns[names[0] ?? ''] ?? []).map((): Row => ({}))
  for (const name of names) {
    const values = columns[name] ?? []
    if (values.length !== rows.length) throw new DamagedPayload(`${table} has columns of different lengths`)
    const isTime = times.includes(name)
    for (const [at, row] of rows.entries()) row[name] = isTime ? timeIn(table, values[at]) : values[at]
  }
  return rows
}

function timeIn(table: string, value: unknown): Date | Date[] | null {
  if (value === null) return null
  if (Array.isArray(value)) return value.map((each) => timeIn(table, each) as Date)
  const time = new Date(typeof value === 'number' ? value : Number.NaN)
  if (Number.isNaN(time.getTime())) throw new DamagedPayload(`${table} has a time that is not valid`)
  return time
}

/** Of a brand that was replaced, only its images are still public. */
function imagesAlone(value: unknown) {
  const { logo_light, logo_dark, icons } = lookOf(value)
  return { logo_light, logo_dark, icons }
}
