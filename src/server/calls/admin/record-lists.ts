import type { recordListCalls } from '../../../contract/admin/record-lists.ts'
import { can } from '../../../domain/access.ts'
import { mayEditAs, mayReadAs, readableSorts } from '../../../domain/newsroom/may-edit.ts'
import { BULK_AT_MOST, VIEWS_AT_MOST } from '../../../domain/newsroom/record-list.ts'
import { isEmptyRetag, type Retag } from '../../../domain/newsroom/retag.ts'
import { type BulkAct, changeRecords } from '../../../publishing/records/change-records.ts'
import { selectRecords } from '../../../publishing/records/list-records.ts'
import {
  changeView,
  chooseDefaultView,
  createView,
  listViews,
  removeView,
  type ViewRefusal,
  type ViewsUser,
} from '../../../publishing/records/record-views.ts'
import {
  deleteForGood,
  listTrash,
  type RestoreOutcome,
  restoreFromTrash,
} from '../../../publishing/records/trash.ts'
import { Fault } from '../../http/faults.ts'
import { actorOf } from '../../http/viewer-of.ts'
import { type Asked, type Handlers, wrongFields } from '../asked.ts'
import { editing } from './editing.ts'
import { recordsAsked } from './records.ts'

type ListCall = keyof typeof recordListCalls

export const recordListHandlers: Handlers<ListCall> = {
  'GET /api/admin/records/selection': async ({ context, input, viewer }) => {
    const asked = recordsAsked(input, { viewer, now: context.clock() })
    return { data: await selectRecords(context.newsroom.db, asked) }
  },

  'POST /api/admin/records/bulk': async (asked) => {
    const { act, records, add = {}, remove = {}, is_trial: isTrial = false } = asked.input
    const once = [...new Map(records.map((record) => [record.id, record])).values()]
    if (once.length > BULK_AT_MOST)
      throw wrongFields({
        records: `You can change up to ${BULK_AT_MOST} records at once. Select fewer, or narrow the filters.`,
      })
    const data = await changeRecords(asked.context.newsroom.db, {
      ...editing(asked),
      mayRead: mayReadAs(asked.viewer),
      reader: readableSorts(asked.viewer),
      act: actOf(act, { add, remove }),
      records: once,
      isTrial,
    })
    return { data }
  },

  'POST /api/admin/records/:id/restore': (asked) => restored(asked, { recordId: asked.input.id }),

  'GET /api/admin/trash': ({ context, input, viewer }) =>
    listTrash(context.newsroom.db, {
      reader: readableSorts(viewer),
      mayEdit: mayEditAs(viewer),
      mayDelete: can(viewer.roles, 'delete-for-good'),
      page: input.page ?? 0,
    }),

  'POST /api/admin/trash/:id/restore': (asked) => restored(asked, { trashId: asked.input.id }),

  'POST /api/admin/trash/:id/delete': async (asked) => {
    const which = { trashId: asked.input.id }
    const outcome = await deleteForGood(asked.context.newsroom.db, takingOut(asked, which))
    if (outcome.kind === 'not-in-trash') throw notInTrash()
    if (outcome.kind === 'not-allowed') throw new Fault('not-allowed')
    return null
  },

  'GET /api/admin/views': async ({ context, viewer }) => ({
    data: await listViews(context.newsroom.db, viewsUser(viewer)),
  }),

  'POST /api/admin/views': async (asked) => {
    const { name, query, is_shared: isShared, is_default: isDefault = false } = asked.input
    const outcome = await createView(asked.context.newsroom.db, {
      ...byUser(asked),
      name,
      query,
      isShared,
      isDefault,
    })
    if (outcome.kind !== 'created') throw viewFault(outcome)
    return { data: { id: outcome.id, views: (await views(asked)).data } }
  },

  'POST /api/admin/views/:id': async (asked) => {
    const { id, name, query, is_shared: isShared } = asked.input
    const change = { id, name, query, isShared }
    const outcome = await changeView(asked.context.newsroom.db, { ...byUser(asked), ...change })
    if (outcome.kind !== 'changed') throw viewFault(outcome)
    return views(asked)
  },

  'POST /api/admin/views/:id/delete': async (asked) => {
    const outcome = await removeView(asked.context.newsroom.db, { ...byUser(asked), id: asked.input.id })
    if (outcome.kind !== 'removed') throw viewFault(outcome)
    return views(asked)
  },

  'POST /api/admin/views/:id/default': async (asked) => {
    const { id, is_default: isDefault } = asked.input
    const user = viewsUser(asked.viewer)
    const outcome = await chooseDefaultView(asked.context.newsroom.db, { user, id, isDefault })
    if (outcome.kind !== 'chosen') throw viewFault(outcome)
    return views(asked)
  },
}

function actOf(act: BulkAct['kind'], retag: Retag): BulkAct {
  if (act !== 'retag') return { kind: act }
  if (isEmptyRetag(retag)) throw wrongFields({ add: 'Choose what to add or remove.' })
  return { kind: 'retag', retag }
}

type AboutAsked = Pick<Asked<ListCall>, 'context' | 'viewer' | 'request'>

async function restored(asked: AboutAsked, which: { trashId: number } | { recordId: number }) {
  const outcome = await restoreFromTrash(asked.context.newsroom.db, takingOut(asked, which))
  if (outcome.kind !== 'restored') throw restoreFault(outcome)
  return { data: { record_id: outcome.recordId } }
}

function takingOut(asked: AboutAsked, which: { trashId: number } | { recordId: number }) {
  return { ...editing(asked), mayRead: mayReadAs(asked.viewer), which }
}

function restoreFault(outcome: Exclude<RestoreOutcome, { kind: 'restored' }>): Fault {
  switch (outcome.kind) {
    case 'not-in-trash':
      return notInTrash()
    case 'not-allowed':
      return new Fault('not-allowed')
    case 'has-changes':
      return new Fault('conflict', {
        message: 'This record has other unpublished changes now. Publish or discard them first.',
      })
    case 'already-so':
      return new Fault('conflict', {
        message: 'The record already says this, so there is nothing to restore.',
      })
  }
}

function notInTrash() {
  return new Fault('not-found', {
    message: 'This is no longer in the trash. Someone restored it, or it was deleted.',
  })
}

function viewsUser({ uid, roles }: AboutAsked['viewer']): ViewsUser {
  return { uid, mayShare: can(roles, 'edit-records'), mayChangeShared: can(roles, 'edit-site') }
}

function byUser({ context, viewer, request }: AboutAsked) {
  return {
    user: viewsUser(viewer),
    actor: actorOf(viewer, { capability: 'see-admin-area', request }),
    now: context.clock(),
  }
}

async function views({ context, viewer }: Pick<AboutAsked, 'context' | 'viewer'>) {
  return { data: await listViews(context.newsroom.db, viewsUser(viewer)) }
}

function viewFault(refusal: ViewRefusal): Fault {
  switch (refusal.kind) {
    case 'no-such-view':
      return new Fault('not-found', { message: 'This view no longer exists.' })
    case 'not-allowed':
      return new Fault('not-allowed')
    case 'too-many':
      return wrongFields({
        name: refusal.isShared
          ? `The team has ${VIEWS_AT_MOST} views already. Delete one first.`
          : `You have ${VIEWS_AT_MOST} views already. Delete one first.`,
      })
    case 'wrong':
      return wrongFields(refusal.errors)
  }
}
