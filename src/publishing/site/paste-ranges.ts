import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { PastePlan as PlanOnWire } from '../../contract/admin/site/ip-ranges.ts'
import type { DB } from '../../db/database.ts'
import { insertRanges, markRangesRemoved, writeRangeNote } from '../../db/ip-ranges.ts'
import type { NewsroomDesk } from '../newsroom-desk.ts'
import type { Editor } from './editor.ts'
import { rangesInUse, recordRanges } from './ip-ranges.ts'
import { dataCenters } from './nouns/data-centers.ts'
import { type Paste, type PlannedPaste, planPaste } from './plan-paste.ts'
import { MOST_PASTED_LINES, readPaste } from './read-paste.ts'
import { allOrNothing } from './verbs/all-or-nothing.ts'
import type { SaveOutcome } from './verbs/outcomes.ts'

export async function lookAtPaste({ db }: NewsroomDesk, paste: Paste): Promise<SaveOutcome<PlanOnWire>> {
  const errors = whatIsMissing(paste)
  if (errors !== undefined) return { kind: 'wrong', errors }
  return { kind: 'saved', row: onWire(await planOf(db, paste)) }
}

export function applyPaste(
  { db }: NewsroomDesk,
  { paste, digest, editor, now }: { paste: Paste; digest: string; editor: Editor; now: Date },
): Promise<SaveOutcome<PlanOnWire>> {
  return allOrNothing<SaveOutcome<PlanOnWire>>(db, async (trx) => {
    const missing = whatIsMissing(paste)
    if (missing !== undefined) return { kind: 'wrong', errors: missing }
    const plan = await planOf(trx, paste)
    const shown = onWire(plan)
    if (shown.digest !== digest) return { kind: 'conflict' }
    // A typo in one line would remove a range that should stay.
    if (paste.mode === 'replace' && plan.refused.length > 0) {
      return { kind: 'wrong', errors: { text: 'A list that replaces another must have no rejected lines.' } }
    }
    const { added, removed, changed } = plan
    await markRangesRemoved(trx, { ids: removed.map(({ id }) => id), at: now })
    await insertRanges(trx, {
      ranges: added.map(({ dataCenterTid, prefix, note }) => ({
        data_center_tid: dataCenterTid,
        range: prefix,
        note,
      })),
      at: now,
    })
    for (const { id, note } of changed) await writeRangeNote(trx, { id, note })
    const tids = [...new Set([...added, ...removed, ...changed].map(({ dataCenterTid }) => dataCenterTid))]
    for (const [index, tid] of tids.entries()) {
      const isLast = index === tids.length - 1
      await recordRanges(trx, { tid, ...changeAt(plan, tid), editor, now, isLast })
    }
    return { kind: 'saved', row: shown }
  })
}

function whatIsMissing({ text, mode, center }: Paste): Record<string, string> | undefined {
  if (mode === 'replace' && center === undefined) {
    return { data_center_tid: 'Choose the data center whose list this is.' }
  }
  const { length } = readPaste(text)
  // An empty list would remove everything; there is a separate action for that.
  if (length === 0) return { text: 'Paste at least one line.' }
  if (length > MOST_PASTED_LINES) return { text: 'Paste at most 2,000 lines at a time.' }
  return undefined
}

async function planOf(db: Kysely<DB>, paste: Paste): Promise<PlannedPaste> {
  const inUse = (await rangesInUse(db)).map(({ id, data_center_tid, prefix, note }) => ({
    id,
    dataCenterTid: data_center_tid,
    prefix,
    note,
  }))
  const centers = (await dataCenters.read(db)).map(({ id, name, is_retired }) => ({
    tid: id,
    name,
    isRetired: is_retired,
  }))
  return planPaste(paste, { inUse, centers })
}

function changeAt({ added, removed, changed }: PlannedPaste, tid: number) {
  const isHere = ({ dataCenterTid }: { dataCenterTid: number }) => dataCenterTid === tid
  return {
    before: Object.fromEntries([
      ...removed.filter(isHere).map(({ prefix, note }) => [prefix, note]),
      ...changed.filter(isHere).map(({ prefix, noteBefore }) => [prefix, noteBefore]),
    ]),
    after: Object.fromEntries(
      [...added, ...changed].filter(isHere).map(({ prefix, note }) => [prefix, note]),
    ),
  }
}

function onWire({ added, removed, changed, unchanged, refused }: PlannedPaste): PlanOnWire {
  const plan = {
    added: added.map(withTid),
    removed: removed.map(withTid),
    changed: changed.map(({ noteBefore, ...range }) => ({ ...withTid(range), note_before: noteBefore })),
    unchanged,
    refused,
  }
  return { ...plan, digest: createHash('sha256').update(JSON.stringify(plan)).digest('base64url') }
}

function withTid<T extends { dataCenterTid: number }>({ dataCenterTid, ...rest }: T) {
  return { data_center_tid: dataCenterTid, ...rest }
}
