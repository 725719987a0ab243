import { type Static, Type } from 'typebox'
import { LONGEST_NOTE } from '../../../domain/ip-ranges/range-note.ts'
import { call } from '../../call.ts'
import { Moment } from '../../common.ts'
import { NumberOfRow, OptionalNumber, Words } from './fields.ts'

const TAG = 'Staff: site'
/** A few thousand lines. */
const LONGEST_PASTE = 200_000
const bodyLimit = 1024 * 1024

const RangeOfCenter = {
  id: NumberOfRow,
  data_center_tid: NumberOfRow,
  prefix: Type.String(),
  note: Type.String(),
}

const IpRange = Type.Object({ ...RangeOfCenter, added_on: Moment })
export type IpRange = Static<typeof IpRange>

const Line = Type.Integer({ minimum: 1, description: 'line of the pasted text' })
const pasteFields = {
  text: Type.String({
    maxLength: LONGEST_PASTE,
    description: 'lines of `prefix`, `prefix note` or `prefix,data center,note`',
  }),
  /** For lines that don't name a data center. */
  data_center_tid: OptionalNumber,
  mode: Type.Enum(['add', 'replace'], {
    description: 'replace: ranges of that data center that are not listed are removed',
  }),
}

const PastePlan = Type.Object({
  added: Type.Array(
    Type.Object({ line: Line, data_center_tid: NumberOfRow, prefix: Type.String(), note: Type.String() }),
  ),
  removed: Type.Array(Type.Object(RangeOfCenter)),
  changed: Type.Array(Type.Object({ ...RangeOfCenter, line: Line, note_before: Type.String() })),
  unchanged: Type.Integer({ minimum: 0, description: 'lines that change nothing' }),
  refused: Type.Array(Type.Object({ line: Line, text: Type.String(), reason: Type.String() })),
  /** Passed to `apply`, so that exactly this plan is applied. */
  digest: Type.String({ maxLength: 64 }),
})
export type PastePlan = Static<typeof PastePlan>

const OneRange = Type.Object({ data: IpRange })
const OfRange = Type.Object({ range: NumberOfRow })

export const ipRangeCalls = {
  'GET /api/admin/site/ip-ranges': call({
    summary: 'IP ranges in use, by address',
    tag: TAG,
    access: 'edit-site',
    answer: Type.Object({ data: Type.Array(IpRange) }),
  }),
  'POST /api/admin/site/ip-ranges': call({
    summary: 'Add an IP range to a data center',
    tag: TAG,
    access: 'edit-site',
    body: Type.Object({
      data_center_tid: NumberOfRow,
      prefix: Words(100),
      note: Words(LONGEST_NOTE),
    }),
    answer: OneRange,
  }),
  'POST /api/admin/site/ip-ranges/look': call({
    summary: 'Preview what a list of ranges would change. Nothing is saved',
    tag: TAG,
    access: 'edit-site',
    body: Type.Object(pasteFields),
    bodyLimit,
    answer: Type.Object({ data: PastePlan }),
  }),
  'POST /api/admin/site/ip-ranges/apply': call({
    summary: 'Apply a previewed list. 409: the result would be different now',
    tag: TAG,
    access: 'edit-site',
    body: Type.Object({ ...pasteFields, digest: Type.String({ maxLength: 64 }) }),
    bodyLimit,
    answer: Type.Object({ data: PastePlan }),
  }),
  'POST /api/admin/site/ip-ranges/:range/note': call({
    summary: 'Change the note on a range. 409: it changed meanwhile',
    tag: TAG,
    access: 'edit-site',
    params: OfRange,
    body: Type.Object({ was: Type.String({ maxLength: 1000 }), note: Words(LONGEST_NOTE) }),
    answer: OneRange,
  }),
  'POST /api/admin/site/ip-ranges/:range/remove': call({
    summary: 'Take a range out of use. It stays in the history',
    tag: TAG,
    access: 'edit-site',
    params: OfRange,
    answer: OneRange,
  }),
}
