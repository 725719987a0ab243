import type { LogCut, PastFace, PastSite } from '../../db/log/past-faces.ts'
import type { PublishedRecord, PublishedRecords } from '../../db/published-records.ts'
import { PUBLISHED_COLUMNS, TIME_COLUMNS } from '../../db/published-records.ts'
import type { SiteRows } from '../../db/site.ts'
import { isWithdrawnFace, type LogFace } from '../../domain/log/log-entry.ts'
import type { Edition, Site } from '../edition.ts'
import type { EditionRecord } from '../edition-record.ts'
import { toEditionRecords } from '../load-edition.ts'
import { type AddressNote, nextShelfInTurns, type RecordShelf } from '../record-shelf.ts'
import { toSite } from '../to-site.ts'

export function startPastShelf(present: Edition, publishedAt: Date) {
  const changed: EditionRecord[] = []
  const notes: AddressNote[] = []
  const since = new Set<number>()
  let redacted = 0

  return {
    async take(faces: readonly PastFace[]) {
      changed.push(...toEditionRecords(rowsOf(faces, present, publishedAt)))
      notes.push(...faces.flatMap(noteOf))
      for (const { id } of faces) since.add(id)
      redacted += faces.filter((face) => face.redacted !== null).length
    },

    async end() {
      const unchangedNotes = new Map([...present.records.notes].filter(([id]) => !since.has(id)))
      const shelf = await nextShelfInTurns(
        { ...present.records, notes: unchangedNotes },
        { changed, withdrawn: [...since], notes },
      )
      return { shelf, redacted }
    },
  }
}

/** Only what is in the public log can be put back. Banners, texts of pages and schedules are left out. */
export function pastEdition(
  present: Edition,
  { edition: number, publishedAt }: Pick<LogCut, 'edition' | 'publishedAt'>,
  { site, records }: { site: PastSite['site']; records: RecordShelf },
): Edition {
  return {
    ...present,
    number,
    isPast: true,
    publishedAt,
    // Both are about the newest versions.
    messageTimes: new Map(),
    logEntries: new Map(),
    site: withoutUnlogged(site === null ? present.site : toSite(siteRowsOf(site))),
    records,
  }
}

function withoutUnlogged(site: Site): Site {
  return {
    ...site,
    clouds: site.clouds.map((cloud) => ({ ...cloud, schedule: [] })),
    pages: [],
    banners: [],
    maintenance: null,
  }
}

function noteOf({ id, kind, face, redacted }: PastFace): AddressNote[] {
  if (redacted !== null)
    return [{ id, kind, withdrawn_on: redacted.at, withdrawn_reason: redacted.reason, isRedacted: true }]
  if (face === null || !isWithdrawnFace(face)) return []
  const { withdrawn_on: on, withdrawn_reason: reason } = face as {
    withdrawn_on: string
    withdrawn_reason?: string
  }
  return [{ id, kind, withdrawn_on: new Date(on), withdrawn_reason: reason ?? null }]
}

/** What is beside the row of a record, as `src/db/log/public-faces.ts` writes it. Earlier releases may lack some. */
interface FaceBeside {
  clouds?: number[]
  services?: number[]
  data_centers?: number[]
  place_states?: Omit<PublishedRecords['placeStates'][number], 'record_id'>[]
  updates?: InJson<Omit<PublishedRecords['updates'][number], 'record_id'>, 'posted_on'>[]
  removed_updates?: InJson<
    Omit<PublishedRecords['removedUpdates'][number], 'record_id'>,
    'posted_on' | 'removed_on'
  >[]
  changes?: InJson<Omit<PublishedRecords['changes'][number], 'record_id' | 'id'>, 'made_on'>[]
  post_mortem?: InJson<
    Omit<PublishedRecords['postMortems'][number], 'record_id'>,
    'published_on' | 'updated_on'
  > | null
}

type InJson<Row, Times extends keyof Row> = {
  [Name in keyof Row]: Name extends Times ? string | Extract<Row[Name], null> : Row[Name]
}

const IS_TIME: ReadonlySet<string> = new Set(TIME_COLUMNS)

function rowsOf(faces: readonly PastFace[], present: Edition, until: Date): PublishedRecords {
  const shown = faces.flatMap(({ face, ...of }) =>
    face === null || isWithdrawnFace(face) ? [] : { ...of, face, beside: face as FaceBeside },
  )
  const links = (name: 'clouds' | 'services' | 'data_centers') =>
    shown.map(({ id, beside }) => ({ record_id: id, targets: beside[name] ?? [] }))
  return {
    records: shown.map(({ face }) => recordRow(face)),
    clouds: links('clouds'),
    services: links('services'),
    dataCenters: links('data_centers'),
    placeStates: shown.flatMap(({ id, beside }) =>
      (beside.place_states ?? []).map((state) => ({ ...state, record_id: id })),
    ),
    updates: shown.flatMap(({ id, beside }) =>
      (beside.updates ?? []).map((update) => ({
        ...update,
        record_id: id,
        posted_on: new Date(update.posted_on),
      })),
    ),
    removedUpdates: shown.flatMap(({ id, beside }) =>
      (beside.removed_updates ?? []).map((update) => ({
        ...update,
        record_id: id,
        posted_on: new Date(update.posted_on),
        removed_on: new Date(update.removed_on),
      })),
    ),
    changes: shown.flatMap(({ id, beside }) =>
      (beside.changes ?? []).map((change, at) => ({
        ...change,
        id: at,
        record_id: id,
        made_on: new Date(change.made_on),
      })),
    ),
    postMortems: shown.flatMap(({ id, beside: { post_mortem: postMortem } }) =>
      postMortem == null
        ? []
        : {
            record_id: id,
            content: postMortem.content,
            published_on: new Date(postMortem.published_on),
            updated_on: timeOrNull(postMortem.updated_on),
          },
    ),
    // Not in the log, but they only grow.
    revisions: shown.map(({ id }) => ({
      record_id: id,
      times: (present.records.byId.get(id)?.revisions ?? []).filter((time) => time <= until),
    })),
    // How late readers were told is not in the log.
    notices: [],
    versions: shown.map(({ id, edition, rewrites }) => ({ record_id: id, edition, rewrites })),
  }
}

/** Without arrays in between, which are millions when many records changed. */
function recordRow(face: LogFace): PublishedRecord {
  const row: Record<string, unknown> = {}
  for (const name of PUBLISHED_COLUMNS) {
    const value = face[name] ?? null
    row[name] = IS_TIME.has(name) ? timeOrNull(value as string | null) : value
  }
  return row as unknown as PublishedRecord
}

function timeOrNull(value: string | null): Date | null {
  return value === null ? null : new Date(value)
}

interface Facts {
  help_url: string
  gov_help_url: string
  clouds: Pick<SiteRows['clouds'][number], 'id' | 'title' | 'machine_name' | 'domain'>[]
  services: Pick<SiteRows['services'][number], 'tid' | 'name' | 'is_active' | 'started_on' | 'ended_on'>[]
  data_centers: (Pick<
    SiteRows['dataCenters'][number],
    'tid' | 'name' | 'is_active' | 'opened_on' | 'closed_on'
  > & {
    clouds: number[]
  })[]
  severities: Pick<SiteRows['severities'][number], 'tid' | 'name' | 'rank' | 'is_retired'>[]
  statuses: Pick<SiteRows['statuses'][number], 'id' | 'name' | 'is_closed' | 'is_retired'>[]
}

/** The current rows with the facts of that time. Rows that did not exist yet are left out. */
function siteRowsOf({ facts, rows }: NonNullable<PastSite['site']>): SiteRows {
  const then = facts as unknown as Facts
  return {
    ...rows,
    settings: rows.settings.map((setting) =>
      setting.key === 'provider'
        ? {
            ...setting,
            value: { ...(setting.value as object), help_url: then.help_url, gov_help_url: then.gov_help_url },
          }
        : setting,
    ),
    clouds: asThen(rows.clouds, then.clouds, 'id'),
    services: asThen(rows.services, then.services, 'tid'),
    dataCenters: asThen(
      rows.dataCenters,
      then.data_centers.map(({ clouds: _, ...center }) => center),
      'tid',
    ),
    cloudDataCenters: then.data_centers.flatMap(({ tid, clouds }) =>
      clouds.map((cloud_id) => ({ cloud_id, data_center_tid: tid })),
    ),
    severities: asThen(rows.severities, then.severities, 'tid').sort(
      (a, b) => b.rank - a.rank || a.tid - b.tid,
    ),
    statuses: asThen(rows.statuses, then.statuses, 'id'),
  }
}

function asThen<Key extends string, Row extends Record<Key, number>>(
  rows: readonly Row[],
  then: readonly (Partial<Row> & Record<Key, number>)[],
  key: Key,
): Row[] {
  const byKey = new Map(then.map((each) => [each[key], each]))
  return rows.flatMap((row) => {
    const before = byKey.get(row[key])
    return before === undefined ? [] : { ...row, ...before }
  })
}
