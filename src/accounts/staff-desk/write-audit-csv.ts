import type { AuditQuery } from '../../contract/admin/audit.ts'
import { entityOfField, nameKey, placeStatesIn } from '../../domain/audited-entities.ts'
import { csvLine } from '../../domain/csv-cell.ts'
import type { AccountsDesk } from '../accounts.ts'
import { type AuditReader, namesOfRows, readAudit, toEntry } from './read-audit.ts'

const READ_AT_ONCE = 1_000
/** For larger exports, use database tools. */
const ROWS_AT_MOST = 100_000
const HEADER = [
  'Time (UTC)',
  'Who',
  'By',
  'Account',
  'Action',
  'Thing',
  'Number',
  'Name',
  'Before',
  'After',
  'Request',
]

/** Z-06: the filtered log as CSV, newest first. Streamed, so that it is never in memory as a whole. */
export async function* writeAuditCsv(
  desk: Pick<AccountsDesk, 'db'>,
  { query, reader }: { query: AuditQuery; reader: AuditReader },
  { most = ROWS_AT_MOST }: { most?: number } = {},
): AsyncGenerator<string> {
  yield csvLine(HEADER)
  let before: number | undefined
  let written = 0
  while (written < most) {
    const { rows, older } = await readAudit(desk, {
      query,
      reader,
      before,
      limit: Math.min(READ_AT_ONCE, most - written),
    })
    written += rows.length
    const names = await namesOfRows(desk, rows)
    yield rows.map((row) => lineOf(toEntry(row, names), names)).join('')
    if (older === null) return
    before = older
  }
  yield csvLine([
    `Cut after ${most.toLocaleString('en-US')} entries. Choose a shorter period to get the earlier ones.`,
  ])
}

function lineOf(entry: ReturnType<typeof toEntry>, names: ReadonlyMap<string, string>) {
  const { at, actor, action, entity, entity_id, entity_name, before, after, request_id } = entry
  return csvLine([
    at,
    actor.name,
    actor.by,
    actor.uid === null ? '' : String(actor.uid),
    action,
    entity,
    entity_id,
    entity_name ?? '',
    before === null ? '' : JSON.stringify(namedFields(before, names)),
    after === null ? '' : JSON.stringify(namedFields(after, names)),
    request_id ?? '',
  ])
}

function namedFields(fields: Readonly<Record<string, unknown>>, names: ReadonlyMap<string, string>) {
  const named = (entity: string, id: unknown) => {
    const name = typeof id === 'number' ? names.get(nameKey(entity, id)) : undefined
    return name === undefined ? id : `${name} (${id})`
  }
  const entries = Object.entries(fields).map(([field, value]) => {
    const states = placeStatesIn(field, value)
    if (states !== undefined) {
      const words = states.map(
        ({ place, tid, severity_tid }) => `${named(place, tid)}: ${named('severity', severity_tid)}`,
      )
      return [field, words]
    }
    const entity = entityOfField(field)
    if (entity === undefined) return [field, value]
    return [field, Array.isArray(value) ? value.map((id) => named(entity, id)) : named(entity, value)]
  })
  return Object.fromEntries(entries)
}
