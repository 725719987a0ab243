import type { ipRangeCalls } from '../../../../contract/admin/site/ip-ranges.ts'
import { addRange, changeRangeNote, listRanges, removeRange } from '../../../../publishing/site/ip-ranges.ts'
import { applyPaste, lookAtPaste } from '../../../../publishing/site/paste-ranges.ts'
import type { SaveOutcome } from '../../../../publishing/site/verbs/outcomes.ts'
import type { Handlers } from '../../asked.ts'
import { editorOf } from './editor-of.ts'
import { refused } from './refused.ts'

export const ipRangeHandlers: Handlers<keyof typeof ipRangeCalls> = {
  'GET /api/admin/site/ip-ranges': async ({ context }) => ({ data: await listRanges(context.newsroom) }),

  'POST /api/admin/site/ip-ranges': async ({ context, input, ...asked }) => {
    const by = { editor: editorOf(asked), now: context.clock() }
    return answer(await addRange(context.newsroom, { values: input, ...by }))
  },

  'POST /api/admin/site/ip-ranges/look': async ({ context, input }) =>
    answer(await lookAtPaste(context.newsroom, pasteOf(input))),

  'POST /api/admin/site/ip-ranges/apply': async ({ context, input, ...asked }) => {
    const by = { editor: editorOf(asked), now: context.clock() }
    return answer(await applyPaste(context.newsroom, { paste: pasteOf(input), digest: input.digest, ...by }))
  },

  'POST /api/admin/site/ip-ranges/:range/note': async ({ context, input, ...asked }) => {
    const { range: id, was, note } = input
    const by = { editor: editorOf(asked), now: context.clock() }
    return answer(await changeRangeNote(context.newsroom, { id, was, note, ...by }))
  },

  'POST /api/admin/site/ip-ranges/:range/remove': async ({ context, input, ...asked }) => {
    const by = { editor: editorOf(asked), now: context.clock() }
    return answer(await removeRange(context.newsroom, { id: input.range, ...by }))
  },
}

function pasteOf(input: { text: string; data_center_tid: number | null; mode: 'add' | 'replace' }) {
  return { text: input.text, center: input.data_center_tid ?? undefined, mode: input.mode }
}

function answer<Row>(outcome: SaveOutcome<Row>): { data: Row } {
  return outcome.kind === 'saved' ? { data: outcome.row } : refused(outcome)
}
