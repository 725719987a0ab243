import { type Kysely, sql, type Transaction } from 'kysely'
import type { ActName, ApprovalAct, ApprovalRules } from '../domain/newsroom/approval.ts'
import { approvalRulesOf } from '../domain/newsroom/approval.ts'
import type { CloudLimit, ReadableSorts } from '../domain/newsroom/may-edit.ts'
import type { RecordKind } from '../domain/record.ts'
import { limitOf } from './cloud-limits.ts'
import type { Approvals, DB } from './database.ts'
import { areDraftsOpenTo, IS_CURRENT_REQUEST } from './readable-records.ts'
import { rolesOfUser } from './roles-of-user.ts'
import { readSetting } from './site-editing/settings.ts'

export async function readApprovalRules(db: Kysely<DB>): Promise<ApprovalRules> {
  return approvalRulesOf((await readSetting(db, 'approval')).value)
}

type ApprovalState = Approvals['state']

export interface NewApproval {
  recordId: number
  act: ApprovalAct | { act: string }
  version: number
  state: Extract<ApprovalState, 'waiting' | 'without'>
  note: string
  requestedBy: number | null
  requester: string
  editedBy: number | null
  at: Date
}

export async function insertApproval(trx: Transaction<DB>, of: NewApproval): Promise<number> {
  const { id } = await trx
    .insertInto('approvals')
    .values({
      record_id: of.recordId,
      act: JSON.stringify(of.act),
      version: of.version,
      state: of.state,
      note: of.note,
      requested_by: of.requestedBy,
      requester: of.requester,
      requested_at: of.at,
      edited_by: of.editedBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function endWaiting(trx: Transaction<DB>, { recordId, at }: { recordId: number; at: Date }) {
  await trx
    .updateTable('approvals')
    .set({ state: 'taken-back', decided_at: at })
    .where('record_id', '=', recordId)
    .where('state', '=', 'waiting')
    .execute()
}

/**
 * An internal note or a reminder changed the version, but nothing that the request covers. The request stays
 * valid for the new version.
 */
export async function carryWaiting(
  trx: Transaction<DB>,
  { recordId, version, except }: { recordId: number; version: number; except: ActName | undefined },
) {
  await sql`
    update approvals set version = ${version}
    where record_id = ${recordId} and state = 'waiting' and version = ${version - 1}
      and act->>'act' is distinct from ${except ?? null}::text`.execute(trx)
}

/**
 * A program or the clock published something and changed the draft accordingly, but not what people typed. A request
 * to publish the draft stays valid for the new version.
 */
export async function carryWaitingDraft(
  trx: Transaction<DB>,
  { recordId, from }: { recordId: number; from: number },
) {
  await sql`
    update approvals set version = records.version
    from records
    where records.id = ${recordId} and approvals.record_id = records.id and approvals.state = 'waiting'
      and approvals.version = ${from} and approvals.act->>'act' in ('publish', 'schedule')`.execute(trx)
}

/** Only the due date of a post-mortem changed. A request about its text stays valid for the new version. */
export async function carryWaitingPostMortem(
  trx: Transaction<DB>,
  { recordId, from, to }: { recordId: number; from: number; to: number },
) {
  await sql`
    update approvals set act = act || jsonb_build_object('version', ${to}::int)
    where record_id = ${recordId} and state = 'waiting' and act->'version' = to_jsonb(${from}::int)
      and act->>'act' in ('publish-post-mortem', 'withdraw-post-mortem')`.execute(trx)
}

const colleagueName = (uid: 'requested_by' | 'decided_by') => sql<string | null>`(
  select coalesce(display_name, regexp_replace(email, '@.*$', ''), 'Account ' || id) from users
  where users.id = approvals.${sql.ref(uid)})`

export interface ApprovalRow {
  id: number
  record_id: number
  act: ApprovalAct
  version: number
  /** Whether the record (or post-mortem) is unchanged since the request. */
  is_current: boolean
  state: ApprovalState
  note: string
  requested_by: number | null
  requester: string
  requester_name: string | null
  requested_at: Date
  edited_by: number | null
  decided_by: number | null
  decider_name: string | null
  decided_at: Date | null
  decision: string
}

function selectApprovals(db: Kysely<DB>) {
  return db
    .selectFrom('approvals')
    .select([
      'approvals.id',
      'approvals.record_id',
      'approvals.version',
      'approvals.state',
      'approvals.note',
      'approvals.requested_by',
      'approvals.requester',
      'approvals.requested_at',
      'approvals.edited_by',
      'approvals.decided_by',
      'approvals.decided_at',
      'approvals.decision',
    ])
    .select((eb) => eb.ref('approvals.act').$castTo<ApprovalAct>().as('act'))
    .select(
      sql<boolean>`exists (select from records where records.id = approvals.record_id and ${IS_CURRENT_REQUEST})`.as(
        'is_current',
      ),
    )
    .select([
      colleagueName('requested_by').as('requester_name'),
      colleagueName('decided_by').as('decider_name'),
    ])
}

export function findApproval(db: Kysely<DB>, id: number): Promise<ApprovalRow | undefined> {
  return selectApprovals(db).where('approvals.id', '=', id).executeTakeFirst()
}

export async function lockApproval(
  trx: Transaction<DB>,
  { id, recordId }: { id: number; recordId: number },
): Promise<ApprovalRow | undefined> {
  await sql`select from approvals where id = ${id} for update`.execute(trx)
  const found = await findApproval(trx, id)
  return found?.record_id === recordId ? found : undefined
}

export function newestRequest(db: Kysely<DB>, recordId: number): Promise<ApprovalRow | undefined> {
  return selectApprovals(db)
    .where('approvals.record_id', '=', recordId)
    .where('approvals.state', 'not in', ['without', 'reviewed'])
    .orderBy('approvals.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function isOpenRequest({ state, is_current }: Pick<ApprovalRow, 'state' | 'is_current'>): boolean {
  return state === 'waiting' && is_current
}

/** Before deciding, lock the record first. */
export async function findOpenRequest(db: Kysely<DB>, recordId: number): Promise<ApprovalRow | undefined> {
  const newest = await newestRequest(db, recordId)
  return newest !== undefined && isOpenRequest(newest) ? newest : undefined
}

/** Published without approval and not reviewed yet, oldest first. */
export function withoutApproval(db: Kysely<DB>, recordId: number): Promise<ApprovalRow[]> {
  return selectApprovals(db)
    .where('approvals.record_id', '=', recordId)
    .where('approvals.state', '=', 'without')
    .orderBy('approvals.id')
    .execute()
}

export async function decideApproval(
  trx: Transaction<DB>,
  of: { id: number; state: ApprovalState; by: number | null; at: Date; decision?: string },
) {
  await trx
    .updateTable('approvals')
    .set({ state: of.state, decided_by: of.by, decided_at: of.at, decision: of.decision ?? '' })
    .where('id', '=', of.id)
    .execute()
}

export interface ApprovalToDo {
  id: number
  record_id: number
  title: string
  kind: RecordKind
  act: ActName
  state: 'waiting' | 'without'
  note: string
  requested_by: number | null
  requester: string
  requester_name: string | null
  requested_at: Date
}

/** Only for people who can read the draft: titles and notes reveal plans, even about published records. */
export async function approvalsToDo(
  db: Kysely<DB>,
  { most, reader }: { most: number; reader: ReadableSorts },
): Promise<ApprovalToDo[]> {
  const { rows } = await sql<ApprovalToDo>`
    select approvals.id, approvals.record_id,
      coalesce((select content->>'title' from record_drafts where record_id = records.id), records.title) as title,
      records.kind, approvals.act->>'act' as act, approvals.state, approvals.note, approvals.requested_by,
      approvals.requester, ${colleagueName('requested_by')} as requester_name, approvals.requested_at
    from approvals join records on records.id = approvals.record_id
    where (approvals.state = 'without' or (approvals.state = 'waiting' and ${IS_CURRENT_REQUEST}))
      and records.trashed_at is null and ${areDraftsOpenTo(reader)}
    order by approvals.id
    limit ${most}`.execute(db)
  return rows
}

export interface StaffRights {
  uid: number
  email: string | null
  roles: string[]
  limit: CloudLimit
}

export function staffRights(db: Kysely<DB>, of: { uid?: number } = {}): Promise<StaffRights[]> {
  return db
    .selectFrom('users')
    .where('locked_at', 'is', null)
    .where(sql<boolean>`exists (select from user_roles where user_roles.user_id = users.id)`)
    .$if(of.uid !== undefined, (query) => query.where('users.id', '=', of.uid ?? 0))
    .select(['users.id as uid', 'users.email', rolesOfUser, limitOf('users').as('limit')])
    .orderBy(sql`users.last_sign_in_at desc nulls last`)
    .orderBy('users.id')
    .execute()
}

export async function requestsSince(
  db: Kysely<DB>,
  { requestedBy, requester, since }: { requestedBy: number | null; requester: string; since: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom('approvals')
    .where('requested_by', 'is not distinct from', requestedBy)
    .$if(requestedBy === null, (query) => query.where('requester', '=', requester))
    .where('requested_at', '>', since)
    .where('state', 'not in', ['without', 'reviewed'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
