import type { ThreatDayCounts } from '../../contract/admin/site/threat-days.ts'
import {
  countThreatDays,
  deleteThreatDay,
  findThreatDay,
  readThreatDays,
} from '../../db/site-editing/threat-days.ts'
import type { NewsroomDesk } from '../newsroom-desk.ts'
import type { Editor } from './editor.ts'
import { allOrNothing } from './verbs/all-or-nothing.ts'
import { recordChange } from './verbs/record-change.ts'

const DAYS_ON_A_PAGE = 31

export async function listThreatDays({ db }: NewsroomDesk, page: number) {
  const total = await countThreatDays(db)
  return {
    data: await readThreatDays(db, { skip: page * DAYS_ON_A_PAGE, take: DAYS_ON_A_PAGE }),
    total,
    current_page: page,
    total_pages: Math.ceil(total / DAYS_ON_A_PAGE),
  }
}

export function removeThreatDay(
  { db }: NewsroomDesk,
  { day, editor, now }: { day: string; editor: Editor; now: Date },
): Promise<ThreatDayCounts | undefined> {
  return allOrNothing<ThreatDayCounts | undefined>(db, async (trx) => {
    const removed = await findThreatDay(trx, day)
    if (removed === undefined) return undefined
    await deleteThreatDay(trx, day)
    await recordChange(trx, {
      now,
      actor: editor.as('edit-site'),
      action: 'remove',
      entity: 'threat-day',
      entityId: day,
      before: removed,
      after: null,
      shows: 'threats',
    })
    return removed
  })
}
