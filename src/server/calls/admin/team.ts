import type { presenceCalls } from '../../../contract/admin/presence.ts'
import type { teamCalls } from '../../../contract/admin/team.ts'
import { deedWords } from '../../../domain/newsroom/deed-words.ts'
import { mayEditAs, mayReadAs, readableSorts } from '../../../domain/newsroom/may-edit.ts'
import { leaveRecord, watchRecord } from '../../../publishing/records/watch-record.ts'
import { handOver, takeOver } from '../../../publishing/team/hand-over.ts'
import { readTeam } from '../../../publishing/team/read-team.ts'
import type { TeamRefusal } from '../../../publishing/team/team-outcome.ts'
import { editComment, postComment, removeNote } from '../../../publishing/team/write-comment.ts'
import { Fault } from '../../http/faults.ts'
import { actorOf } from '../../http/viewer-of.ts'
import type { Asked, Handlers } from '../asked.ts'
import { noSuchRecord, teamFault } from '../record-faults.ts'

type TeamCall = keyof typeof teamCalls

export const teamHandlers: Handlers<TeamCall> = {
  'GET /api/admin/records/:id/team': (asked) => team(asked),

  'POST /api/admin/records/:id/team': async (asked) => {
    const { text, idempotency_key: key } = asked.input
    return written(asked, await postComment(asked.context.newsroom.db, { ...writing(asked), text, key }))
  },

  'POST /api/admin/records/:id/team/:note': async (asked) => {
    const { note: noteId, text } = asked.input
    return written(asked, await editComment(asked.context.newsroom.db, { ...writing(asked), noteId, text }))
  },

  'POST /api/admin/records/:id/team/:note/remove': async (asked) => {
    const { note: noteId } = asked.input
    return written(asked, await removeNote(asked.context.newsroom.db, { ...writing(asked), noteId }))
  },

  'POST /api/admin/records/:id/handover': async (asked) => {
    const { state, next, to, replaces, idempotency_key: key } = asked.input
    const mayEdit = mayEditAs(asked.viewer)
    const outcome = await handOver(asked.context.newsroom.db, {
      ...writing(asked),
      mayEdit,
      state,
      next,
      to,
      replaces,
      key,
    })
    return written(asked, outcome)
  },

  'POST /api/admin/records/:id/team/:note/take': async (asked) => {
    const { note: noteId } = asked.input
    const mayEdit = mayEditAs(asked.viewer)
    return written(asked, await takeOver(asked.context.newsroom.db, { ...writing(asked), mayEdit, noteId }))
  },
}

type AboutTeam = Pick<Asked<'GET /api/admin/records/:id/team'>, 'context' | 'input' | 'viewer' | 'request'>

function writing({ context, input, viewer, request }: AboutTeam) {
  return {
    recordId: input.id,
    userId: viewer.uid,
    actor: actorOf(viewer, { capability: 'see-admin-area', request }),
    mayRead: mayReadAs(viewer),
    now: context.clock(),
  }
}

function written(asked: AboutTeam, outcome: { kind: 'written' } | TeamRefusal) {
  if (outcome.kind !== 'written') throw teamFault(outcome, asked.context.clock())
  return team(asked)
}

async function team({ context, input, viewer }: AboutTeam) {
  const now = context.clock()
  const outcome = await readTeam(context.newsroom.db, {
    recordId: input.id,
    userId: viewer.uid,
    mayRead: mayReadAs(viewer),
    mayEdit: mayEditAs(viewer),
    now,
  })
  if (outcome.kind !== 'team') throw teamFault(outcome, now)
  return { data: outcome.data }
}

export const presenceHandlers: Handlers<keyof typeof presenceCalls> = {
  'POST /api/admin/records/:id/watch': async ({ context, input, viewer }) => {
    const {
      id: recordId,
      tab,
      version,
      edition,
      is_posting: isPosting,
      is_post_mortem: isPostMortem = false,
    } = input
    const now = context.clock()
    const outcome = await watchRecord(context.newsroom.db, {
      recordId,
      tab,
      userId: viewer.uid,
      isPosting,
      isPostMortem,
      seen: { version, edition },
      reader: readableSorts(viewer),
      now,
    })
    if (outcome.kind === 'watched') return { data: outcome.data }
    if (outcome.deed === undefined) throw noSuchRecord()
    throw new Fault('not-found', { message: `${deedWords(outcome.deed, { kind: 'incident', now })}.` })
  },

  'POST /api/admin/records/:id/leave': async ({ context, input: { id: recordId, tab }, viewer }) => {
    await leaveRecord(context.newsroom.db, { recordId, tab, userId: viewer.uid })
    return null
  },
}
