import type { Kysely, Transaction } from 'kysely'
import type { IpRange } from '../../contract/admin/site/ip-ranges.ts'
import type { DB } from '../../db/database.ts'
import { insertRanges, markRangesRemoved, readRangesInUse, writeRangeNote } from '../../db/ip-ranges.ts'
import { checkRange } from '../../domain/ip-ranges/check-range.ts'
import { overlap, prefixOf } from '../../domain/ip-ranges/ip-prefix.ts'
import type { NewsroomDesk } from '../newsroom-desk.ts'
import type { Editor } from './editor.ts'
import { dataCenters } from './nouns/data-centers.ts'
import { overlapWords } from './plan-paste.ts'
import { oneLine } from './typed-words.ts'
import { allOrNothing } from './verbs/all-or-nothing.ts'
import type { SaveOutcome } from './verbs/outcomes.ts'
import { recordChange } from './verbs/record-change.ts'

interface By {
  editor: Editor
  now: Date
}

export function listRanges({ db }: NewsroomDesk): Promise<IpRange[]> {
  return rangesInUse(db)
}

export function addRange(
  { db }: NewsroomDesk,
  { values, editor, now }: By & { values: { data_center_tid: number; prefix: string; note: string } },
): Promise<SaveOutcome<IpRange>> {
  return allOrNothing<SaveOutcome<IpRange>>(db, async (trx) => {
    const { data_center_tid } = values
    const note = oneLine(values.note)
    const center = (await dataCenters.read(trx)).find(({ id }) => id === data_center_tid)
    if (center === undefined) return wrong({ data_center_tid: 'There is no such data center.' })
    if (center.is_retired) return wrong({ data_center_tid: `${center.name} is retired.` })
    const checked = checkRange(oneLine(values.prefix))
    if (checked.kind === 'refused') return wrong({ prefix: checked.reason })
    const { prefix } = checked
    const here = (await rangesInUse(trx)).filter((range) => range.data_center_tid === data_center_tid)
    if (here.some((range) => range.prefix === prefix.text)) {
      return wrong({ prefix: `${center.name} already has ${prefix.text}.` })
    }
    const touched = here.map((range) => prefixOf(range.prefix)).find((each) => overlap(each, prefix))
    if (touched !== undefined) return wrong({ prefix: overlapWords(prefix, touched, center.name) })
    await insertRanges(trx, { ranges: [{ data_center_tid, range: prefix.text, note }], at: now })
    await recordRanges(trx, { tid: data_center_tid, before: {}, after: { [prefix.text]: note }, editor, now })
    return saved(trx, (range) => range.prefix === prefix.text && range.data_center_tid === data_center_tid)
  })
}

export function changeRangeNote(
  { db }: NewsroomDesk,
  { id, was, note: typed, editor, now }: By & { id: number; was: string; note: string },
): Promise<SaveOutcome<IpRange>> {
  return allOrNothing<SaveOutcome<IpRange>>(db, async (trx) => {
    const range = (await rangesInUse(trx)).find((each) => each.id === id)
    if (range === undefined) return { kind: 'not-found' }
    if (range.note !== was) return { kind: 'conflict' }
    const note = oneLine(typed)
    if (note === was) return { kind: 'saved', row: range }
    await writeRangeNote(trx, { id, note })
    const { data_center_tid: tid, prefix } = range
    await recordRanges(trx, { tid, before: { [prefix]: was }, after: { [prefix]: note }, editor, now })
    return { kind: 'saved', row: { ...range, note } }
  })
}

export function removeRange(
  { db }: NewsroomDesk,
  { id, editor, now }: By & { id: number },
): Promise<SaveOutcome<IpRange>> {
  return allOrNothing<SaveOutcome<IpRange>>(db, async (trx) => {
    const range = (await rangesInUse(trx)).find((each) => each.id === id)
    if (range === undefined) return { kind: 'not-found' }
    await markRangesRemoved(trx, { ids: [id], at: now })
    const { data_center_tid: tid, prefix, note } = range
    await recordRanges(trx, { tid, before: { [prefix]: note }, after: {}, editor, now })
    return { kind: 'saved', row: range }
  })
}

export async function rangesInUse(db: Kysely<DB>): Promise<IpRange[]> {
  return (await readRangesInUse(db)).map(({ range, added_on, ...row }) => ({
    ...row,
    prefix: prefixOf(range).text,
    added_on: added_on.toISOString(),
  }))
}

/** Notes by prefix. */
type Ranges = Readonly<Record<string, string>>

export async function recordRanges(
  trx: Transaction<DB>,
  {
    tid,
    before,
    after,
    editor,
    now,
    isLast = true,
  }: By & { tid: number; before: Ranges; after: Ranges; isLast?: boolean },
): Promise<void> {
  await recordChange(trx, {
    now,
    actor: editor.as('edit-site'),
    action: 'change',
    entity: 'ip-range',
    entityId: tid,
    before,
    after,
    // One edition for all data centers of a paste.
    shows: isLast ? 'site' : undefined,
  })
}

async function saved(
  trx: Transaction<DB>,
  isMeant: (range: IpRange) => boolean,
): Promise<SaveOutcome<IpRange>> {
  const row = (await rangesInUse(trx)).find(isMeant)
  if (row === undefined) throw new Error('The added range is missing.')
  return { kind: 'saved', row }
}

function wrong(errors: Record<string, string>): SaveOutcome<IpRange> {
  return { kind: 'wrong', errors }
}
