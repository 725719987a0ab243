import type { Kysely } from 'kysely'
import { insertAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import { nothingMore, raiseEdition } from '../../db/edition.ts'
import {
  readThreatPlaces,
  sumKnownThreats,
  writeThreatCounts,
  writeThreatOrigins,
} from '../../db/threat-imports.ts'
import type { Actor } from '../../domain/actor.ts'
import { type CsvProblem, readCsv, type TablePreview } from '../../domain/imports/read-csv.ts'
import { type ThreatTable, toThreatTable } from '../../domain/imports/threat-table.ts'

export interface ThreatImport {
  text: string
  columns?: Readonly<Record<string, string>> | undefined
  applies: boolean
  actor: Actor
  now: Date
}

interface ThreatReport {
  table: ThreatTable['kind']
  lines: number
  firstDay: string
  lastDay: string
  replaced: number
  blocked: number
}

export type ThreatOutcome =
  | { kind: 'planned' | 'imported'; report: ThreatReport; csv: TablePreview }
  | { kind: 'refused'; problems: CsvProblem[]; csv?: TablePreview | undefined }

/** Enough for a year of every family in every region. */
const LIMITS = { bytes: 16 * 1024 * 1024, lines: 200_000 }

/** O-05: all or nothing. A line for existing figures replaces them. */
export async function importThreats(
  db: Kysely<DB>,
  { text, columns = {}, applies, actor, now }: ThreatImport,
): Promise<ThreatOutcome> {
  const read = await readCsv(text, {
    columns: ['day', 'category', 'family', 'region', 'country', 'data_center', 'blocked'],
    optional: ['region', 'country', 'data_center'],
    named: columns,
    limits: LIMITS,
  })
  const csv = read.table
  if (read.kind === 'refused') return { ...read, csv }
  const made = toThreatTable(read.lines, await readThreatPlaces(db), now)
  if (made.kind === 'refused') return { ...made, csv }
  const { table } = made
  return db.transaction().execute(async (trx) => {
    const known = await sumKnownThreats(trx, table)
    const report = reportOf(table, known.lines)
    if (!applies) return { kind: 'planned', report, csv: read.table }
    if (table.kind === 'counts') await writeThreatCounts(trx, table.rows)
    else await writeThreatOrigins(trx, table.rows)
    await insertAudit(trx, {
      at: now,
      actor,
      action: 'import',
      entity: 'threats',
      entityId: table.kind,
      before: known.lines === 0 ? null : { lines: known.lines, blocked: known.blocked },
      after: { ...report },
    })
    await raiseEdition(trx, { at: now, changes: 'threats' }, nothingMore)
    return { kind: 'imported', report, csv: read.table }
  })
}

function reportOf(table: ThreatTable, replaced: number): ThreatReport {
  const days = table.rows.map(({ day }) => day).toSorted()
  return {
    table: table.kind,
    lines: table.rows.length,
    firstDay: days[0] ?? '',
    lastDay: days.at(-1) ?? '',
    replaced,
    blocked: table.rows.reduce((sum, { blocked }) => sum + blocked, 0),
  }
}
