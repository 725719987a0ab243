import type { Kysely, Transaction } from 'kysely'
import type { RecordView } from '../../contract/admin/record-lists.ts'
import { insertAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import {
  countViews,
  deleteView,
  holdViews,
  insertView,
  isViewNamed,
  lockView,
  viewsFor,
  writeDefaultView,
  writeView,
} from '../../db/record-views.ts'
import type { Actor } from '../../domain/actor.ts'
import { VIEWS_AT_MOST, viewQuery } from '../../domain/newsroom/record-list.ts'
import { storable } from '../../domain/newsroom/tidy-content.ts'

/** A view gives no right to the records in it. */
export interface ViewsUser {
  uid: number
  mayShare: boolean
  mayChangeShared: boolean
}

export async function listViews(db: Kysely<DB>, user: ViewsUser): Promise<RecordView[]> {
  const rows = await viewsFor(db, user.uid)
  return rows.map(({ made_by, made_by_name, ...view }) => ({
    ...view,
    made_by: made_by_name,
    is_own: made_by === user.uid,
    can_change: mayChange(user, { madeBy: made_by, isShared: view.is_shared }),
  }))
}

function mayChange(user: ViewsUser, { madeBy, isShared }: { madeBy: number | null; isShared: boolean }) {
  if (!isShared) return true
  return user.mayChangeShared || (madeBy === user.uid && user.mayShare)
}

export type ViewRefusal =
  | { kind: 'no-such-view' }
  | { kind: 'not-allowed' }
  | { kind: 'too-many'; isShared: boolean }
  | { kind: 'wrong'; errors: Record<string, string> }

interface ByUser {
  user: ViewsUser
  actor: Actor
  now: Date
}

export function createView(
  db: Kysely<DB>,
  of: ByUser & { name: string; query: string; isShared: boolean; isDefault: boolean },
): Promise<{ kind: 'created'; id: number } | ViewRefusal> {
  const { user, actor, now, isShared } = of
  return db.transaction().execute(async (trx): Promise<{ kind: 'created'; id: number } | ViewRefusal> => {
    if (isShared && !user.mayShare) return { kind: 'not-allowed' }
    const view = { name: tidyName(of.name), query: viewQuery(of.query), isShared }
    const refusal = await refusalOf(trx, { user, view })
    if (refusal !== undefined) return refusal
    const privateTo = isShared ? null : user.uid
    const id = await insertView(trx, { ...view, madeBy: user.uid, privateTo, at: now })
    if (of.isDefault) await writeDefaultView(trx, { viewId: id, userId: user.uid, isDefault: true })
    await auditView(trx, { id, actor, now, action: 'create', before: null, after: shown(view) })
    return { kind: 'created', id }
  })
}

export function changeView(
  db: Kysely<DB>,
  of: ByUser & {
    id: number
    name?: string | undefined
    query?: string | undefined
    isShared?: boolean | undefined
  },
): Promise<{ kind: 'changed' } | ViewRefusal> {
  const { user, actor, now, id } = of
  return db.transaction().execute(async (trx): Promise<{ kind: 'changed' } | ViewRefusal> => {
    const before = await lockView(trx, { id, userId: user.uid })
    if (before === undefined) return { kind: 'no-such-view' }
    const wasShared = before.private_to === null
    const isShared = of.isShared ?? wasShared
    if (!mayChange(user, { madeBy: before.made_by, isShared: wasShared })) return { kind: 'not-allowed' }
    if (isShared && !wasShared && !user.mayShare) return { kind: 'not-allowed' }
    // Its owner must be able to find it again.
    if (!isShared && wasShared && before.made_by !== user.uid) return { kind: 'not-allowed' }
    const view = {
      name: of.name === undefined ? before.name : tidyName(of.name),
      query: of.query === undefined ? before.query : viewQuery(of.query),
      isShared,
    }
    const refusal = await refusalOf(trx, { user, view, but: id, isNewPlace: isShared !== wasShared })
    if (refusal !== undefined) return refusal
    await writeView(trx, { id, ...view, privateTo: isShared ? null : user.uid, at: now })
    await auditView(trx, {
      id,
      actor,
      now,
      action: 'update',
      before: shown({ ...before, isShared: wasShared }),
      after: shown(view),
    })
    return { kind: 'changed' }
  })
}

export function removeView(
  db: Kysely<DB>,
  { user, actor, now, id }: ByUser & { id: number },
): Promise<{ kind: 'removed' } | ViewRefusal> {
  return db.transaction().execute(async (trx): Promise<{ kind: 'removed' } | ViewRefusal> => {
    const view = await lockView(trx, { id, userId: user.uid })
    if (view === undefined) return { kind: 'no-such-view' }
    const isShared = view.private_to === null
    if (!mayChange(user, { madeBy: view.made_by, isShared })) return { kind: 'not-allowed' }
    await deleteView(trx, id)
    await auditView(trx, {
      id,
      actor,
      now,
      action: 'delete',
      before: shown({ ...view, isShared }),
      after: null,
    })
    return { kind: 'removed' }
  })
}

/** A personal choice, so it isn't in the audit log. */
export function chooseDefaultView(
  db: Kysely<DB>,
  { user, id, isDefault }: { user: ViewsUser; id: number; isDefault: boolean },
): Promise<{ kind: 'chosen' } | ViewRefusal> {
  return db.transaction().execute(async (trx): Promise<{ kind: 'chosen' } | ViewRefusal> => {
    const view = await lockView(trx, { id, userId: user.uid })
    if (view === undefined) return { kind: 'no-such-view' }
    await writeDefaultView(trx, { viewId: id, userId: user.uid, isDefault })
    return { kind: 'chosen' }
  })
}

async function refusalOf(
  trx: Transaction<DB>,
  {
    user,
    view,
    but,
    isNewPlace = true,
  }: { user: ViewsUser; view: { name: string; isShared: boolean }; but?: number; isNewPlace?: boolean },
): Promise<ViewRefusal | undefined> {
  const privateTo = view.isShared ? null : user.uid
  if (view.name === '') return { kind: 'wrong', errors: { name: 'Please give the view a name.' } }
  await holdViews(trx)
  if (await isViewNamed(trx, { name: view.name, privateTo, but }))
    return { kind: 'wrong', errors: { name: 'A view with this name exists. Choose another name.' } }
  const isFull = isNewPlace && (await countViews(trx, privateTo)) >= VIEWS_AT_MOST
  return isFull ? { kind: 'too-many', isShared: view.isShared } : undefined
}

function tidyName(name: string) {
  return storable(name).replace(/\s+/gu, ' ').trim()
}

function shown({ name, query, isShared }: { name: string; query: string; isShared: boolean }) {
  return { name, query, is_shared: isShared }
}

function auditView(
  trx: Transaction<DB>,
  {
    id,
    actor,
    now,
    ...entry
  }: {
    id: number
    actor: Actor
    now: Date
    action: string
    before: Record<string, unknown> | null
    after: Record<string, unknown> | null
  },
) {
  return insertAudit(trx, { ...entry, at: now, actor, entity: 'record-view', entityId: id })
}
