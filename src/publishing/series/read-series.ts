import type { Kysely } from 'kysely'
import type { Series, SeriesWindow } from '../../contract/admin/series.ts'
import type { DB } from '../../db/database.ts'
import { findSeries, listSeries, openRecordsOfSeries, type SeriesRow } from '../../db/series.ts'
import { type CloudLimit, isInsideLimit, type MayEdit } from '../../domain/newsroom/may-edit.ts'
import { checkSeriesRule, type SeriesRule } from '../../domain/series/series-rule.ts'
import { seriesWindows, type Window } from '../../domain/series/series-windows.ts'
import { nextOfSeries } from './next-of-series.ts'
import { refusalOfSeries } from './series-outcome.ts'

const WINDOWS_LOOKED_AT = 5

interface SeriesReader {
  mayEdit: MayEdit
  limit: CloudLimit
}

/** A series is a plan, and as internal as a draft. */
function isOpenTo({ limit }: SeriesReader, { content: { clouds, services } }: SeriesRow): boolean {
  return isInsideLimit(limit, { kind: 'maintenance', clouds, services })
}

export async function readAllSeries(db: Kysely<DB>, reader: SeriesReader): Promise<Series[]> {
  const rows = await listSeries(db)
  return present(
    db,
    rows.filter((row) => isOpenTo(reader, row)),
    reader,
  )
}

export async function readSeries(
  db: Kysely<DB>,
  id: number,
  reader: SeriesReader,
): Promise<Series | undefined> {
  const series = await findSeries(db, id)
  if (series === undefined || !isOpenTo(reader, series)) return undefined
  const [presented] = await present(db, [series], reader)
  return presented
}

export function lookAhead(
  rule: SeriesRule,
  now: Date,
): { kind: 'windows'; windows: SeriesWindow[] } | { kind: 'wrong'; errors: Record<string, string> } {
  const errors = checkSeriesRule(rule)
  if (Object.keys(errors).length > 0) return { kind: 'wrong', errors }
  return {
    kind: 'windows',
    windows: seriesWindows(rule, { after: now, count: WINDOWS_LOOKED_AT }).map(presentWindow),
  }
}

async function present(
  db: Kysely<DB>,
  rows: readonly SeriesRow[],
  { mayEdit }: SeriesReader,
): Promise<Series[]> {
  const open = await openRecordsOfSeries(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ due_at: _, last_problem, ...row }) => {
    const next = row.is_active
      ? nextOfSeries({ rule: row.rule, madeUntil: row.made_until, daysAhead: row.days_ahead })
      : undefined
    return {
      ...row,
      made_until: row.made_until.toISOString(),
      updated_at: row.updated_at.toISOString(),
      next_window: next === undefined ? null : presentWindow(next.window),
      next_made_at: next?.dueAt.toISOString() ?? null,
      problem: row.is_active ? last_problem : null,
      open_records: open
        .filter(({ series_id }) => series_id === row.id)
        .map(({ id, title, from_time }) => ({ id, title, from_time: from_time?.toISOString() ?? null })),
      can_edit: refusalOfSeries(mayEdit, row.content) === undefined,
    }
  })
}

function presentWindow({ from, to }: Window): SeriesWindow {
  return { from_time: from.toISOString(), to_time: to.toISOString() }
}
