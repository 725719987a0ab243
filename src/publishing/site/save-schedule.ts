import { createHash } from 'node:crypto'
import type { Schedule, ScheduleRowValues } from '../../contract/admin/site/schedules.ts'
import { readSchedules, writeSchedule } from '../../db/site-editing/schedules.ts'
import { lockRow } from '../../db/site-editing/site-rows.ts'
import type { NewsroomDesk } from '../newsroom-desk.ts'
import type { Editor } from './editor.ts'
import { clouds } from './nouns/clouds.ts'
import { oneLine } from './typed-words.ts'
import { allOrNothing } from './verbs/all-or-nothing.ts'
import type { SaveOutcome } from './verbs/outcomes.ts'
import { recordChange } from './verbs/record-change.ts'

export async function listSchedules({ db }: NewsroomDesk): Promise<Schedule[]> {
  const schedules = await readSchedules(db)
  return (await clouds.read(db))
    .filter(({ id, is_retired }) => !is_retired || schedules.has(id))
    .map(({ id }) => toSchedule(id, schedules.get(id) ?? []))
}

export function saveSchedule(
  { db }: NewsroomDesk,
  saving: { cloudId: number; version: string; rows: readonly ScheduleRowValues[]; editor: Editor; now: Date },
): Promise<SaveOutcome<Schedule>> {
  const { cloudId, version, editor, now } = saving
  return allOrNothing<SaveOutcome<Schedule>>(db, async (trx) => {
    await lockRow(trx, clouds.table, cloudId)
    const isCloud = (await clouds.read(trx)).some(({ id }) => id === cloudId)
    if (!isCloud) return { kind: 'not-found' }
    const before = toSchedule(cloudId, (await readSchedules(trx)).get(cloudId) ?? [])
    if (before.version !== version) return { kind: 'conflict' }
    const after = toSchedule(cloudId, saving.rows.map(tidyRow))
    const sentence = whatIsWrong(after.rows)
    if (sentence !== undefined) return { kind: 'wrong', errors: { rows: sentence } }
    if (after.version === before.version) return { kind: 'saved', row: before }
    await writeSchedule(trx, { cloudId, rows: after.rows })
    await recordChange(trx, {
      now,
      actor: editor.as('edit-site'),
      action: 'change',
      entity: 'schedule',
      entityId: cloudId,
      before: { rows: before.rows },
      after: { rows: after.rows },
      shows: 'site',
    })
    return { kind: 'saved', row: after }
  })
}

/** Rows come and go with the table, so its content serves as its version. */
function toSchedule(cloudId: number, rows: ScheduleRowValues[]): Schedule {
  const version = createHash('sha256').update(JSON.stringify(rows)).digest('base64url')
  return { cloud_id: cloudId, version, rows }
}

function tidyRow({ title, cells }: ScheduleRowValues): ScheduleRowValues {
  return {
    title: oneLine(title),
    cells: cells.map(({ value, class_name }) => ({ value: oneLine(value), class_name })),
  }
}

function whatIsWrong(rows: readonly ScheduleRowValues[]): string | undefined {
  const titles = rows.map(({ title }) => title)
  if (titles.includes('')) return 'Please name the region of every row.'
  return new Set(titles).size < titles.length ? 'Two rows have the same region.' : undefined
}
