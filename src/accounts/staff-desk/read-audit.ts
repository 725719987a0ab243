import type { AuditEntry, AuditQuery } from '../../contract/admin/audit.ts'
import {
  type AuditActor,
  type AuditAsked,
  type AuditRow,
  auditActions,
  auditEntities,
  auditEntries,
  auditSpan,
  firstEntryAt,
  type IdSpan,
  namesOfEntities,
  staffNamed,
  timeOfEntry,
} from '../../db/audit-log.ts'
import { isRole } from '../../domain/access.ts'
import { ROLE_WORDS } from '../../domain/account/role-words.ts'
import { entityOfField, nameKey, placeStatesIn } from '../../domain/audited-entities.ts'
import type { CloudLimit } from '../../domain/newsroom/may-edit.ts'
import { tidyTyped } from '../../domain/tidy-typed.ts'
import { DAY_MS } from '../../domain/time.ts'
import type { AccountsDesk } from '../accounts.ts'

const AUDIT_ON_A_PAGE = 50
/** Entries scanned per query without an index: a fraction of a second. */
const LOOKED_AT_ONCE = 50_000
const LOOKS_AT_MOST = 4
const NAMESAKES_AT_MOST = 100
const NEWEST_WITH_ACTIONS = 20_000
const LONGEST_SEARCH = 200
const HOUR_MS = 3_600_000

export interface AuditReader {
  uid: number
  limit: CloudLimit
}

export interface AuditPage {
  rows: AuditRow[]
  /** Where to continue; null at the end of the log. */
  older: number | null
}

/**
 * Z-06: one page of the log. It may have millions of entries, so searches without an index scan it in steps, newest
 * first.
 */
export async function readAudit(
  { db }: Pick<AccountsDesk, 'db'>,
  {
    query,
    reader,
    before,
    limit = AUDIT_ON_A_PAGE,
  }: { query: AuditQuery; reader: AuditReader; before?: number | undefined; limit?: number },
): Promise<AuditPage> {
  const asked = await askedOf(db, query, reader)
  const whole = await spanOf(db, asked)
  const hasIndex = (asked.who !== undefined && 'uid' in asked.who) || asked.entityId !== undefined
  const window = hasIndex ? Number.POSITIVE_INFINITY : LOOKED_AT_ONCE
  const rows: AuditRow[] = []
  let end = Math.min(before ?? whole.before, whole.before)
  for (let look = 0; look < LOOKS_AT_MOST && end > whole.from && rows.length < limit; look++) {
    const span = { from: Math.max(whole.from, end - window), before: end }
    const found = await auditEntries(db, { asked, span, limit: limit - rows.length })
    rows.push(...found)
    const isFull = rows.length === limit
    end = isFull ? (rows.at(-1)?.id ?? span.from) : span.from
  }
  return { rows, older: end > whole.from ? end : null }
}

export async function auditPage(
  desk: Pick<AccountsDesk, 'db'>,
  asked: { query: AuditQuery; reader: AuditReader; before: number | undefined },
) {
  const { rows, older } = await readAudit(desk, asked)
  const lookedBackTo = older === null ? undefined : await timeOfEntry(desk.db, older)
  const names = await namesOfRows(desk, rows)
  return {
    data: rows.map((row) => toEntry(row, names)),
    names: Object.fromEntries(names),
    older,
    looked_back_to: lookedBackTo?.toISOString() ?? null,
  }
}

export function namesOfRows({ db }: Pick<AccountsDesk, 'db'>, rows: readonly AuditRow[]) {
  return namesOfEntities(db, [...rows, ...rows.flatMap(referredTo)])
}

export async function auditChoices({ db }: Pick<AccountsDesk, 'db'>) {
  const [entities, actions] = await Promise.all([auditEntities(db), auditActions(db, NEWEST_WITH_ACTIONS)])
  return { entities, actions }
}

export function toEntry(row: AuditRow, names: ReadonlyMap<string, string> = new Map()): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: {
      uid: row.actorUserId,
      name: row.actorName ?? actorWords(row.actor),
      by: actorWords(row.actor),
    },
    action: row.action,
    entity: row.entity,
    entity_id: row.entityId,
    entity_name: names.get(nameKey(row.entity, row.entityId)) ?? namedIn(row) ?? null,
    before: row.before,
    after: row.after,
    request_id: row.requestId,
  }
}

function referredTo({ before, after }: AuditRow): { entity: string; entityId: string }[] {
  const fields = [...Object.entries(before ?? {}), ...Object.entries(after ?? {})]
  return fields.flatMap(([field, value]) => {
    const states = placeStatesIn(field, value)
    if (states !== undefined)
      return states.flatMap(({ place, tid, severity_tid }) => [
        { entity: place, entityId: String(tid) },
        { entity: 'severity', entityId: String(severity_tid) },
      ])
    const entity = entityOfField(field)
    const ids: unknown[] = Array.isArray(value) ? value : [value]
    if (entity === undefined) return []
    return ids.filter((id) => typeof id === 'number').map((id) => ({ entity, entityId: String(id) }))
  })
}

function namedIn({ before, after }: AuditRow): string | undefined {
  const names = [before, after].flatMap((fields) => [fields?.name, fields?.title])
  return names.find((name): name is string => typeof name === 'string' && name !== '')
}

function actorWords(actor: string) {
  return isRole(actor) ? ROLE_WORDS[actor].name : (OWN_NAMES[actor] ?? actor)
}

const OWN_NAMES: Readonly<Record<string, string>> = {
  system: 'System',
  'sign-in': 'Sign-in page',
  'sign-on': 'Employee login',
  'staff-link': 'Emergency link',
}

async function askedOf(
  db: AccountsDesk['db'],
  query: AuditQuery,
  { uid, limit }: AuditReader,
): Promise<AuditAsked> {
  return {
    limit,
    reader: uid,
    who: await whoOf(db, tidyTyped(query.who ?? '', LONGEST_SEARCH)),
    entity: query.entity,
    entityId: query.entity === undefined ? undefined : query.entity_id,
    action: query.action,
    words: tidyTyped(query.q ?? '', LONGEST_SEARCH),
    from: query.from === undefined ? undefined : new Date(query.from),
    // Includes the whole last day.
    to: query.to === undefined ? undefined : new Date(Date.parse(query.to) + DAY_MS),
  }
}

async function whoOf(db: AccountsDesk['db'], typed: string): Promise<AuditActor | undefined> {
  if (typed === '') return undefined
  if (/^#?\d{1,9}$/.test(typed)) return { uid: Number(typed.replace('#', '')) }
  const roles = Object.entries(ROLE_WORDS).filter(
    ([, { name }]) => name.toLowerCase() === typed.toLowerCase(),
  )
  const words = roles[0]?.[0] ?? typed
  return { words, uids: await staffNamed(db, typed, NAMESAKES_AT_MOST) }
}

/** Ids rise roughly with time. An hour on each side is longer than any transaction lasts. */
async function spanOf(db: AccountsDesk['db'], { from, to }: AuditAsked): Promise<IdSpan> {
  const whole = await auditSpan(db)
  const padded = (at: Date, ms: number) => firstEntryAt(db, { span: whole, at: new Date(at.getTime() + ms) })
  return {
    from: from === undefined ? whole.from : await padded(from, -HOUR_MS),
    before: to === undefined ? whole.before : await padded(to, HOUR_MS),
  }
}
