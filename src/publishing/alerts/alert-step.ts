import type { Transaction } from 'kysely'
import type { DB } from '../../db/database.ts'
import type { Actor } from '../../domain/actor.ts'
import { IT_IS_OVER, openingBody, reopeningBody, updateBody } from '../../domain/alerts/alert-words.ts'
import type { AlertPlan, News } from '../../domain/alerts/plan-alerts.ts'
import { htmlOfText } from '../../domain/automation/html-of-text.ts'
import { emptyContent } from '../../domain/newsroom/empty-content.ts'
import { MAY_EDIT_ALL } from '../../domain/newsroom/may-edit.ts'
import type { RecordContent } from '../../domain/newsroom/record-content.ts'
import { amendRecord } from '../automation/amend-record.ts'
import type { Things } from '../automation/names-of-things.ts'
import { postUpdate } from '../life/post-update.ts'
import { reopenRecord } from '../life/reopen-record.ts'
import { resolveRecord } from '../life/resolve-record.ts'
import type { StepOutcome } from '../life/step-outcome.ts'
import { createRecord } from '../records/create-record.ts'
import { publishDraft } from '../records/publish-draft.ts'

export interface Telling {
  plan: AlertPlan
  things: Things
  actor: Actor
  now: Date
}

/** The incident of a new group. What cannot be published, for want of a cloud, waits as a draft. */
export async function openIncident(
  trx: Transaction<DB>,
  { plan, things, actor, now }: Telling,
  { news, title, note }: { news: News; title: string; note: string },
): Promise<{ recordId: number; isPublished: boolean }> {
  const begun = Object.values(plan.alerts).map(({ startsAt }) => startsAt)
  const severityTid = news.graver ?? emptyContent({ kind: 'incident' }).severity_tid
  const content: RecordContent = {
    ...emptyContent({ kind: 'incident' }),
    title: title === '' ? usualTitle(news, { severityTid, things }) : title,
    body: openingBody(news),
    severity_tid: severityTid,
    ...placesOf(news),
    from_time: begun.toSorted()[0] ?? now.toISOString(),
    how_found: 'Monitoring',
  }
  content.internal.internal_note = note
  const created = await createRecord(trx, { content, actor, mayEdit: MAY_EDIT_ALL, now })
  if (created.kind !== 'created') throw new Error(`Alerts opened no incident: ${created.kind}`)
  const { recordId } = created
  if (!plan.telling.publishes) return { recordId, isPublished: false }
  const published = await publishDraft(trx, {
    recordId,
    actor,
    mayEdit: MAY_EDIT_ALL,
    now,
    notifies: plan.telling.notifies,
  })
  return { recordId, isPublished: published.kind === 'published' }
}

/** Without a word of ours in the annotations: what is known by itself, and nothing internal. */
function usualTitle(news: News, { severityTid, things }: { severityTid: number; things: Things }): string {
  const places = placesOf(news)
  const named = [
    namesIn(
      things.service_categories.flatMap(({ services }) => services),
      places.services,
    ),
    namesIn(
      things.regions.flatMap(({ data_centers }) => data_centers),
      places.data_centers,
    ),
    things.clouds.filter(({ id }) => places.clouds.includes(id)).map(({ title }) => title),
  ].find((names) => names.length > 0)
  const severity = things.severities.find(({ tid }) => tid === severityTid)?.name ?? 'Under Investigation'
  return named === undefined ? severity : `${severity}: ${[...new Set(named)].slice(0, 3).join(', ')}`
}

function namesIn(of: readonly { tid: number; name: string }[], tids: readonly number[]) {
  return of.filter(({ tid }) => tids.includes(tid)).map(({ name }) => name)
}

function placesOf({ alerts }: News): Pick<RecordContent, 'clouds' | 'services' | 'data_centers'> {
  const all = (of: (alert: News['alerts'][number]) => number[]) => [...new Set(alerts.flatMap(of))]
  return {
    clouds: all(({ clouds }) => clouds),
    services: all(({ services }) => services),
    data_centers: all(({ dataCenters }) => dataCenters),
  }
}

/** More is broken, or it is graver: readers hear both in one update. */
export async function tellNews(
  trx: Transaction<DB>,
  telling: Telling,
  { recordId, news, content }: { recordId: number; news: News; content: RecordContent },
): Promise<void> {
  await addPlaces(trx, telling, { recordId, news, content })
  const { things } = telling
  const rankOf = (tid: number) => things.severities.find((severity) => severity.tid === tid)?.rank ?? 0
  // People may have found it graver than the alerts do.
  const isGraver = news.graver !== undefined && rankOf(news.graver) > rankOf(content.severity_tid)
  const severity = isGraver ? things.severities.find(({ tid }) => tid === news.graver) : undefined
  const posted = await postUpdate(trx, {
    ...stepOf(telling, recordId),
    body: updateBody(news, severity?.name),
    severityTid: severity?.tid,
  })
  mustBeDone(posted)
}

export async function tellAgain(
  trx: Transaction<DB>,
  telling: Telling,
  { recordId, news, content }: { recordId: number; news: News; content: RecordContent },
): Promise<void> {
  mustBeDone(await reopenRecord(trx, { ...stepOf(telling, recordId), body: reopeningBody(news) }))
  await addPlaces(trx, telling, { recordId, news, content })
}

export async function tellEnd(trx: Transaction<DB>, telling: Telling, recordId: number): Promise<void> {
  mustBeDone(await resolveRecord(trx, { ...stepOf(telling, recordId), body: htmlOfText(IT_IS_OVER) }))
}

function stepOf({ plan, actor, now }: Telling, recordId: number) {
  return { recordId, actor, mayEdit: MAY_EDIT_ALL, now, notifies: plan.telling.notifies }
}

/** What new alerts name beyond what the incident has; what people took out of it before stays out. */
async function addPlaces(
  trx: Transaction<DB>,
  { actor, now }: Telling,
  { recordId, news, content }: { recordId: number; news: News; content: RecordContent },
) {
  const { clouds, services, data_centers } = placesOf(news)
  const missing = (wanted: readonly number[], there: readonly number[]) =>
    wanted.filter((tid) => !there.includes(tid))
  const added = [
    ...missing(clouds, content.clouds),
    ...missing(services, content.services),
    ...missing(data_centers, content.data_centers),
  ]
  if (added.length === 0) return
  await amendRecord(trx, {
    recordId,
    kind: 'incident',
    version: undefined,
    content: {
      clouds: [...new Set([...content.clouds, ...clouds])],
      services: [...new Set([...content.services, ...services])],
      data_centers: [...new Set([...content.data_centers, ...data_centers])],
    },
    given: {},
    publishes: undefined,
    notifies: undefined,
    actor,
    now,
  })
}

function mustBeDone(outcome: StepOutcome) {
  // The record is held, and it was looked at: whatever else comes is a fault of ours, and nothing stays.
  if (outcome.kind !== 'done') throw new Error(`A step of alerts was not taken: ${outcome.kind}`)
}
