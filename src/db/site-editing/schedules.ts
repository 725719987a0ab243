import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../database.ts'

export interface ScheduleRow {
  title: string
  /** Seven, Monday first. */
  cells: { value: string; class_name: string }[]
}

const WEEKDAYS = 7

export async function readSchedules(db: Kysely<DB>): Promise<Map<number, ScheduleRow[]>> {
  const regions = await db
    .selectFrom('schedule_regions')
    .select(['id', 'cloud_id', 'title'])
    .orderBy('position')
    .orderBy('id')
    .execute()
  const cells = await db.selectFrom('schedule_cells').selectAll().execute()
  const schedules = new Map<number, ScheduleRow[]>()
  for (const { id, cloud_id, title } of regions) {
    const own = cells.filter(({ schedule_region_id }) => schedule_region_id === id)
    const row = {
      title,
      cells: Array.from({ length: WEEKDAYS }, (_, day) => {
        const cell = own.find(({ weekday }) => weekday === day)
        return { value: cell?.value ?? '', class_name: cell?.class_name ?? '' }
      }),
    }
    schedules.set(cloud_id, [...(schedules.get(cloud_id) ?? []), row])
  }
  return schedules
}

/** Nothing refers to these rows, so they are replaced. */
export async function writeSchedule(
  trx: Transaction<DB>,
  { cloudId, rows }: { cloudId: number; rows: readonly ScheduleRow[] },
) {
  await trx.deleteFrom('schedule_regions').where('cloud_id', '=', cloudId).execute()
  for (const [position, { title, cells }] of rows.entries()) {
    const { id } = await trx
      .insertInto('schedule_regions')
      .values({ cloud_id: cloudId, title, position })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('schedule_cells')
      .values(cells.map((cell, weekday) => ({ schedule_region_id: id, weekday, ...cell })))
      .execute()
  }
}
