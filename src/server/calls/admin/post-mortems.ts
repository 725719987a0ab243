import type { postMortemCalls } from '../../../contract/admin/post-mortems.ts'
import { mayEditAs, mayReadAs } from '../../../domain/newsroom/may-edit.ts'
import { parseDay } from '../../../domain/time.ts'
import { aboutPostMortem } from '../../../publishing/post-mortems/about-post-mortem.ts'
import {
  lookAtPostMortem,
  publishPostMortem,
  withdrawPostMortem,
} from '../../../publishing/post-mortems/publish-post-mortem.ts'
import {
  discardPostMortem,
  type PostMortemDue,
  savePostMortem,
  setPostMortemDue,
} from '../../../publishing/post-mortems/save-post-mortem.ts'
import { type Asked, type Handlers, wrongFields } from '../asked.ts'
import { noSuchRecord, postMortemFault } from '../record-faults.ts'

import { editing, passOrAsk } from './editing.ts'
import { previewSeen, testSeen } from './preview-record.ts'

type PostMortemCall = keyof typeof postMortemCalls

export const postMortemHandlers: Handlers<PostMortemCall> = {
  'GET /api/admin/records/:id/post-mortem': (asked) => about(asked),

  'POST /api/admin/records/:id/post-mortem/draft': async (asked) => {
    const { id: recordId, version, content } = asked.input
    const { db } = asked.context.newsroom
    const saved = await savePostMortem(db, { ...editing(asked), recordId, version, content })
    if (saved.kind !== 'saved') throw postMortemFault(saved, { now: asked.context.clock() })
    const { version: next, savedAt, content: stored } = saved
    return { data: { version: next, saved_at: savedAt.toISOString(), content: stored } }
  },

  'POST /api/admin/records/:id/post-mortem/discard': async (asked) => {
    const { id: recordId, version } = asked.input
    const { db } = asked.context.newsroom
    const discarded = await discardPostMortem(db, { ...editing(asked), recordId, version })
    if (discarded.kind !== 'saved') throw postMortemFault(discarded, { now: asked.context.clock() })
    return about(asked)
  },

  'POST /api/admin/records/:id/post-mortem/plan': async (asked) => {
    const { id: recordId, version } = asked.input
    const due = dueOf(asked.input)
    const { db } = asked.context.newsroom
    const planned = await setPostMortemDue(db, { ...editing(asked), recordId, version, due })
    if (planned.kind !== 'saved') throw postMortemFault(planned, { now: asked.context.clock() })
    return about(asked)
  },

  'POST /api/admin/records/:id/post-mortem/preview': async (asked) => {
    const { context, input } = asked
    const { id: recordId, content, view, cloud } = input
    const look = await lookAtPostMortem(context.newsroom.db, { ...editing(asked), recordId, content })
    if (look.kind !== 'seen') throw postMortemFault(look, { now: context.clock() })
    return { data: { html: await previewSeen(context, { ...look, recordId, view, cloud }) } }
  },

  'POST /api/admin/records/:id/post-mortem/test': async (asked) => {
    const { context, input, viewer } = asked
    const { id: recordId, content, channels } = input
    const by = editing(asked)
    const look = await lookAtPostMortem(context.newsroom.db, { ...by, recordId, content })
    if (look.kind !== 'seen') throw postMortemFault(look, { now: context.clock() })
    const { publication } = look
    const testing = { recordId, channels, uid: viewer.uid, actor: by.actor, publication }
    return { data: { results: await testSeen(context, testing) } }
  },

  'POST /api/admin/records/:id/post-mortem/publish': async (asked) => {
    const { id: recordId, version, notifies, idempotency_key: idempotencyKey } = asked.input
    const { db } = asked.context.newsroom
    const gate = await passOrAsk(withoutVersion(asked), () => ({
      act: 'publish-post-mortem',
      version,
      notifies,
    }))
    if (gate.kind === 'asked') return about(asked)
    const { pass } = gate
    const publishing = { ...editing(asked), recordId, version, notifies, idempotencyKey, pass }
    const published = await publishPostMortem(db, publishing)
    if (published.kind !== 'published') throw postMortemFault(published, { now: asked.context.clock() })
    return about(asked)
  },

  'POST /api/admin/records/:id/post-mortem/withdraw': async (asked) => {
    const { id: recordId, version } = asked.input
    const { db } = asked.context.newsroom
    const gate = await passOrAsk(withoutVersion(asked), () => ({ act: 'withdraw-post-mortem', version }))
    if (gate.kind === 'asked') return about(asked)
    const { pass } = gate
    const withdrawn = await withdrawPostMortem(db, { ...editing(asked), recordId, version, pass })
    if (withdrawn.kind !== 'done') throw postMortemFault(withdrawn, { now: asked.context.clock() })
    return about(asked)
  },
}

/** The version in the request belongs to the post-mortem, not to the record. */
function withoutVersion(
  asked: Asked<
    'POST /api/admin/records/:id/post-mortem/publish' | 'POST /api/admin/records/:id/post-mortem/withdraw'
  >,
) {
  const { context, viewer, request, input } = asked
  const { id, approval } = input
  return { context, viewer, request, input: { id, ...(approval !== undefined && { approval }) } }
}

export function dueOf(
  { due_on, is_waived }: { due_on: string | null; is_waived: boolean },
  field = 'due_on',
): PostMortemDue {
  if (due_on !== null && parseDay(due_on) === undefined)
    throw wrongFields({ [field]: 'Please enter a day such as 2026-11-30.' })
  return { dueOn: is_waived ? null : due_on, isWaived: is_waived }
}

async function about({ context, input, viewer }: Asked<PostMortemCall>) {
  const data = await aboutPostMortem(context.newsroom.db, {
    recordId: input.id,
    userId: viewer.uid,
    mayEdit: mayEditAs(viewer),
    mayRead: mayReadAs(viewer),
  })
  if (data === undefined) throw noSuchRecord()
  return { data }
}
