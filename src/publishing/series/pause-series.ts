import type { Kysely } from 'kysely'
import { insertAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import { changeSeries, deleteSeries, lockSeries } from '../../db/series.ts'
import type { Actor } from '../../domain/actor.ts'
import type { MayEdit } from '../../domain/newsroom/may-edit.ts'
import { nextOfSeries } from './next-of-series.ts'
import { refusalOfSeries, type SeriesOutcome } from './series-outcome.ts'

interface Asked {
  id: number
  version: number
  actor: Actor
  mayEdit: MayEdit
  now: Date
}

export function pauseSeries(db: Kysely<DB>, asked: Asked): Promise<SeriesOutcome> {
  return setActive(db, asked, false)
}

/** Missed windows are not made up for. */
export function resumeSeries(db: Kysely<DB>, asked: Asked): Promise<SeriesOutcome> {
  return setActive(db, asked, true)
}

function setActive(
  db: Kysely<DB>,
  { id, version, actor, mayEdit, now }: Asked,
  isActive: boolean,
): Promise<SeriesOutcome> {
  return db.transaction().execute(async (trx): Promise<SeriesOutcome> => {
    const series = await lockSeries(trx, id)
    if (series === undefined) return { kind: 'no-such-series' }
    const refusal = refusalOfSeries(mayEdit, series.content)
    if (refusal !== undefined) return refusal
    if (series.is_active === isActive) return { kind: 'done', id }
    if (series.version !== version) return { kind: 'conflict' }
    const made_until = isActive && series.made_until < now ? now : series.made_until
    const next = nextOfSeries({ rule: series.rule, madeUntil: made_until, daysAhead: series.days_ahead })
    await changeSeries(trx, id, {
      is_active: isActive,
      made_until,
      due_at: next?.dueAt ?? null,
      updated_at: now,
    })
    await insertAudit(trx, {
      at: now,
      actor,
      action: isActive ? 'resume' : 'pause',
      entity: 'series',
      entityId: id,
      before: { is_active: series.is_active },
      after: { is_active: isActive },
    })
    return { kind: 'done', id }
  })
}

export function removeSeries(
  db: Kysely<DB>,
  { id, version, actor, mayEdit, now }: Asked,
): Promise<SeriesOutcome> {
  return db.transaction().execute(async (trx): Promise<SeriesOutcome> => {
    const series = await lockSeries(trx, id)
    if (series === undefined) return { kind: 'no-such-series' }
    const refusal = refusalOfSeries(mayEdit, series.content)
    if (refusal !== undefined) return refusal
    if (series.version !== version) return { kind: 'conflict' }
    await deleteSeries(trx, id)
    await insertAudit(trx, {
      at: now,
      actor,
      action: 'remove',
      entity: 'series',
      entityId: id,
      before: { title: series.title, rule: series.rule, content: series.content },
      after: null,
    })
    return { kind: 'done', id }
  })
}
