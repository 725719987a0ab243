import type { Kysely, Transaction } from 'kysely'
import { SeriesContentSchema } from '../../contract/admin/series.ts'
import { insertAudit } from '../../db/audit.ts'
import { readThings } from '../../db/choices.ts'
import type { DB } from '../../db/database.ts'
import { changeSeries, insertSeries, lockSeries, type SeriesRow } from '../../db/series.ts'
import type { Actor } from '../../domain/actor.ts'
import { checkContent } from '../../domain/newsroom/check-content.ts'
import type { MayEdit } from '../../domain/newsroom/may-edit.ts'
import { askedPlaceholdersIn } from '../../domain/newsroom/placeholders.ts'
import { storable } from '../../domain/newsroom/tidy-content.ts'
import { checkSeriesRule, type SeriesRule } from '../../domain/series/series-rule.ts'
import { endOfDayMade, seriesWindows } from '../../domain/series/series-windows.ts'
import { wrongImages } from '../images/wrong-images.ts'
import { onlyFieldsOf } from '../only-fields-of.ts'
import { sanitizeHtml } from '../sanitize-html.ts'
import { contentOfNext } from './content-of-next.ts'
import { nextOfSeries } from './next-of-series.ts'
import { refusalOfSeries, type SeriesOutcome } from './series-outcome.ts'

export interface WrittenSeries {
  title: string
  rule: SeriesRule
  content: SeriesContentSchema
  days_ahead: number
  notifies: boolean
}

/** The state of a removed series that comes back: a paused one must not announce anything. */
interface SeriesAgain {
  is_active: boolean
  made_until: string
}

interface By {
  actor: Actor
  mayEdit: MayEdit
  now: Date
}

export function createSeries(
  db: Kysely<DB>,
  { again, ...written }: WrittenSeries & { again?: SeriesAgain },
  { actor, mayEdit, now }: By,
): Promise<SeriesOutcome> {
  return db.transaction().execute(async (trx): Promise<SeriesOutcome> => {
    const refusal = refusalOfSeries(mayEdit, written.content)
    if (refusal !== undefined) return refusal
    const errors = await wrongIn(trx, written, now)
    if (errors !== undefined) return { kind: 'wrong', errors }
    const series = clean(written)
    const madeBefore = again === undefined ? now : new Date(again.made_until)
    const made_until = madeBefore > now ? madeBefore : now
    const id = await insertSeries(trx, {
      ...series,
      is_active: again?.is_active ?? true,
      made_until,
      due_at: dueAt(series, made_until),
      updated_at: now,
    })
    await insertAudit(trx, {
      at: now,
      actor,
      action: 'create',
      entity: 'series',
      entityId: id,
      before: null,
      after: { ...series },
    })
    return { kind: 'done', id }
  })
}

export function saveSeries(
  db: Kysely<DB>,
  { id, version, ...written }: WrittenSeries & { id: number; version: number },
  { actor, mayEdit, now }: By,
): Promise<SeriesOutcome> {
  return db.transaction().execute(async (trx): Promise<SeriesOutcome> => {
    const before = await lockSeries(trx, id)
    if (before === undefined) return { kind: 'no-such-series' }
    const refusal = refusalOfSeries(mayEdit, before.content) ?? refusalOfSeries(mayEdit, written.content)
    if (refusal !== undefined) return refusal
    if (before.version !== version) return { kind: 'conflict' }
    const errors = await wrongIn(trx, written, now)
    if (errors !== undefined) return { kind: 'wrong', errors }
    const series = clean(written)
    const changed = changedFields(before, series)
    const made_until = changed.includes('rule')
      ? madeBeforeChange(before, series.rule, now)
      : before.made_until
    await changeSeries(trx, id, {
      ...series,
      made_until,
      due_at: dueAt(series, made_until),
      updated_at: now,
    })
    await insertAudit(trx, {
      at: now,
      actor,
      action: 'save',
      entity: 'series',
      entityId: id,
      before: Object.fromEntries(changed.map((name) => [name, before[name]])),
      after: Object.fromEntries(changed.map((name) => [name, series[name]])),
    })
    return { kind: 'done', id }
  })
}

function clean(written: WrittenSeries): WrittenSeries {
  const { title, content } = storable(written)
  return {
    ...written,
    title: title.trim(),
    content: { ...onlyFieldsOf(SeriesContentSchema, content), body: sanitizeHtml(content.body) },
  }
}

/** A window of the new rule that has already begun gets no record: the preview didn't show it. */
function madeBeforeChange({ rule, made_until }: SeriesRow, { time_zone }: SeriesRule, now: Date): Date {
  const madeUntil = endOfDayMade(rule, { madeUntil: made_until, timeZone: time_zone })
  return madeUntil > now ? madeUntil : now
}

function dueAt({ rule, days_ahead }: WrittenSeries, madeUntil: Date): Date | null {
  return nextOfSeries({ rule, madeUntil, daysAhead: days_ahead })?.dueAt ?? null
}

/** Reports now what would prevent its records from being published, not at night weeks later. */
async function wrongIn(
  trx: Transaction<DB>,
  written: WrittenSeries,
  now: Date,
): Promise<Record<string, string> | undefined> {
  const errors = checkSeriesRule(written.rule)
  if (written.title.trim() === '') errors.title = 'Please give it a title.'
  if (Object.keys(errors).length > 0) return errors
  const [window] = seriesWindows(written.rule, { after: now, count: 1 })
  if (window === undefined) return { 'rule.until_day': 'No windows are left.' }
  const content = await contentOfNext(trx, { content: clean(written).content, window, now })
  const open = askedPlaceholdersIn(content)
  if (open.length > 0)
    return {
      content: `These placeholders can’t be filled in automatically: ${open.map((name) => `{{${name}}}`).join(', ')}.`,
    }
  const imagesSentence = await wrongImages(trx, content.body)
  const wrong = Object.entries({
    ...(imagesSentence !== undefined && { body: imagesSentence }),
    ...checkContent(content, await readThings(trx), { isByClock: true }),
  })
  return wrong.length === 0
    ? undefined
    : Object.fromEntries(wrong.map(([field, sentence]) => [`content.${field}`, sentence]))
}

function changedFields(before: WrittenSeries, after: WrittenSeries): (keyof WrittenSeries)[] {
  const names = ['title', 'rule', 'content', 'days_ahead', 'notifies'] as const
  return names.filter((name) => !isSame(before[name], after[name]))
}

/** Ignores the order of fields: the database has its own. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => isSame(a[name as keyof object], b[name as keyof object]))
}
