import type { presenceCalls } from '../../../contract/admin/presence.ts'
import { deedWords } from '../../../domain/newsroom/deed-words.ts'
import { readableSorts } from '../../../domain/newsroom/may-edit.ts'
import { leaveRecord, watchRecord } from '../../../publishing/records/watch-record.ts'
import { Fault } from '../../http/faults.ts'
import type { Handlers } from '../asked.ts'
import { noSuchRecord } from '../record-faults.ts'

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
