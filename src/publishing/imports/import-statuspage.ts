import type { Kysely, Transaction } from 'kysely'
import { readApprovalRules } from '../../db/approvals.ts'
import { insertAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import { raiseEdition } from '../../db/edition.ts'
import {
  findCloud,
  insertCategory,
  insertImportedRecords,
  insertService,
  noteImported,
  publishImported,
  readImportGround,
} from '../../db/imports.ts'
import { writePostMortem } from '../../db/post-mortems.ts'
import { takeTurn } from '../../db/site-editing/site-rows.ts'
import type { Actor } from '../../domain/actor.ts'
import { type ApprovalPass, needsApproval } from '../../domain/newsroom/approval.ts'
import { deriveRecord } from '../../domain/newsroom/derive-record.ts'
import { type CloudLimit, isInsideLimit } from '../../domain/newsroom/may-edit.ts'
import { placeStateWords } from '../../domain/place-states.ts'
import { emptyPostMortem } from '../../domain/post-mortem.ts'
import { passForAudit } from '../approval/gate.ts'
import { type OutsideLimit, outsideLimit } from '../records/about-limit.ts'
import { aliasOf } from '../records/alias-of.ts'
import { sanitizeHtml } from '../sanitize-html.ts'
import {
  type ImportGround,
  isNew,
  type LeftOut,
  planStatuspage,
  type StatuspagePlan,
} from './plan-statuspage.ts'
import { type ImportFile, type ImportProblem, type NamedTable, readStatuspage } from './statuspage-file.ts'

export interface StatuspageImport {
  files: readonly ImportFile[]
  cloud: string
  /** For CSV files: the header of each of our columns. */
  columns?: Readonly<Record<string, string>> | undefined
  applies: boolean
  actor: Actor
  limit: CloudLimit
  /** Absent: rejected where a second person is needed. */
  pass: ApprovalPass | undefined
  now: Date
}

interface StatuspageReport {
  newCategories: string[]
  newServices: string[]
  knownServices: string[]
  incidents: string[]
  maintenances: string[]
  updates: number
  leftOut: LeftOut[]
  services: { component: string; service: string; category: string | null; isNew: boolean }[]
  records: ReportedRecord[]
}

interface ReportedRecord {
  kind: 'incident' | 'maintenance'
  title: string
  theirStatus: string
  status: string
  theirImpact: string
  severity: string
  services: string[]
  startsAt: Date
  endsAt: Date | null
  updates: number
  hasPostmortem: boolean
  shown: 'open' | 'planned' | 'history'
}

export type StatuspageOutcome =
  | { kind: 'planned' | 'imported'; report: StatuspageReport; tables: NamedTable[] }
  | { kind: 'no-such-cloud' }
  | OutsideLimit
  /** Its records would be public at once, and no one can approve them one by one. */
  | { kind: 'needs-approval' }
  | { kind: 'refused'; problems: ImportProblem[]; tables: NamedTable[] }

/**
 * Imports another page in one transaction. Its history becomes published records without notifying anyone. Importing
 * again adds what is new.
 */
export async function importStatuspage(db: Kysely<DB>, asked: StatuspageImport): Promise<StatuspageOutcome> {
  const { files, applies, actor, now } = asked
  const read = await readStatuspage(files, asked.columns)
  if (read.kind === 'refused') return read
  const cloud = await findCloud(db, asked.cloud)
  if (cloud === undefined) return { kind: 'no-such-cloud' }
  const about = { kind: 'incident' as const, clouds: [cloud.id], services: [] }
  if (!isInsideLimit(asked.limit, about)) return outsideLimit(about)
  const source = read.data.page?.id ?? 'statuspage'
  return db.transaction().execute(async (trx) => {
    await takeTurn(trx)
    const ground = await readImportGround(trx, { cloudId: cloud.id, source })
    const plan = planStatuspage(read.data, ground, now)
    const report = reportOf(plan, ground)
    const { tables } = read
    if (!applies) return { kind: 'planned', report, tables }
    const rules = await readApprovalRules(trx)
    const isGated = plan.records.some(({ kind }) =>
      needsApproval(rules, { kind, clouds: [cloud.id], action: 'publish' }),
    )
    if (isGated && asked.pass === undefined) return { kind: 'needs-approval' }
    await apply(trx, plan, {
      cloudId: cloud.id,
      ground,
      report,
      actor,
      now,
      ...(isGated && { pass: asked.pass }),
    })
    return { kind: 'imported', report, tables }
  })
}

interface Applying {
  cloudId: number
  ground: ImportGround
  report: StatuspageReport
  actor: Actor
  now: Date
  pass?: ApprovalPass | undefined
}

async function apply(trx: Transaction<DB>, plan: StatuspagePlan, applying: Applying) {
  const { cloudId, actor, now } = applying
  const services = await addServices(trx, plan, applying)
  const ids = await insertImportedRecords(
    trx,
    plan.records.map((record) => toRecord(record, services, applying)),
  )
  await addPostMortems(trx, plan, ids)
  await noteImported(
    trx,
    plan.records.map(({ kind, externalId }, index) => ({
      source: plan.source,
      kind,
      externalId,
      entityId: ids[index] ?? 0,
      at: now,
    })),
  )
  const { newCategories, newServices, incidents, maintenances, updates } = applying.report
  await insertAudit(trx, {
    at: now,
    actor,
    action: 'import',
    entity: 'import',
    entityId: plan.source,
    before: null,
    after: {
      cloud: cloudId,
      categories: newCategories.length,
      services: newServices.length,
      incidents: incidents.length,
      maintenances: maintenances.length,
      updates,
      ...passForAudit(applying.pass),
    },
  })
  await raiseEdition(trx, { at: now, changes: 'site' }, async (edition) => {
    await publishImported(trx, { ids, edition })
    return { otherwise: 'imported' }
  })
}

async function addServices(trx: Transaction<DB>, plan: StatuspagePlan, { cloudId, now }: Applying) {
  const { source } = plan
  const categories = new Map<string, number>()
  for (const { externalId, title, tid } of plan.categories) {
    const made = tid ?? (await insertCategory(trx, { cloudId, title }))
    categories.set(externalId, made)
    await noteImported(trx, [{ source, kind: 'component-group', externalId, entityId: made, at: now }])
  }
  const services = new Map<string, number>()
  for (const { externalId, name, info, startedOn, categoryExternalId, tid, sameAs } of plan.services) {
    const categoryTid = categories.get(categoryExternalId) ?? 0
    const twin = sameAs === undefined ? undefined : services.get(sameAs)
    const made = tid ?? twin ?? (await insertService(trx, { categoryTid, name, info, startedOn }))
    services.set(externalId, made)
    await noteImported(trx, [{ source, kind: 'component', externalId, entityId: made, at: now }])
  }
  return services
}

function toRecord(
  record: StatuspagePlan['records'][number],
  services: ReadonlyMap<string, number>,
  { cloudId, ground: { statuses } }: Applying,
) {
  const { serviceExternalIds, externalId: _, said: __, postmortem, states, ...rest } = record
  const serviceTids = [...new Set(serviceExternalIds.flatMap((id) => services.get(id) ?? []))]
  const status = statuses.find(({ id }) => id === record.statusId)
  const { event_type: eventType, type } = deriveRecord(
    {
      kind: record.kind,
      severity_tid: record.severityTid,
      services: serviceTids,
      data_centers: [],
      actual_from_time: null,
    },
    { class: status?.class ?? '', is_closed: status?.isClosed ?? false },
  )
  const placeStates = states.flatMap(({ externalId, severityTid }) => {
    const tid = services.get(externalId)
    return tid === undefined ? [] : [{ place: 'service' as const, tid, severity_tid: severityTid }]
  })
  return {
    ...rest,
    placeStates,
    body: sanitizeHtml(record.body),
    updates: [...record.updates, ...postmortemAsUpdate(record)].flatMap((update) => {
      const body = sanitizeHtml(update.body)
      return body === '' ? [] : [{ ...update, body }]
    }),
    eventType,
    type,
    cloudId,
    serviceTids,
    aliasOf: (id: number) => aliasOf({ title: record.title, id }),
  }
}

/** Only closed incidents have a section for it. Elsewhere it is the last update, under a heading. */
function postmortemAsUpdate(record: StatuspagePlan['records'][number]) {
  const { postmortem, statusId } = record
  if (postmortem === undefined || hasOwnPostMortem(record)) return []
  return [{ ...postmortem, statusId, body: `<h2>Post-mortem</h2>${postmortem.body}` }]
}

function hasOwnPostMortem({ kind, closedOn }: StatuspagePlan['records'][number]) {
  return kind === 'incident' && closedOn !== null
}

async function addPostMortems(trx: Transaction<DB>, plan: StatuspagePlan, ids: readonly number[]) {
  for (const [index, record] of plan.records.entries()) {
    const recordId = ids[index]
    const { postmortem } = record
    if (recordId === undefined || postmortem === undefined || !hasOwnPostMortem(record)) continue
    const text = sanitizeHtml(postmortem.body)
    if (text === '') continue
    await writePostMortem(trx, {
      recordId,
      content: { ...emptyPostMortem(), what_happened: text },
      publishedOn: postmortem.postedOn,
      updatedOn: null,
    })
  }
}

function reportOf(plan: StatuspagePlan, { statuses, severities, services }: ImportGround): StatuspageReport {
  const titles = (kind: string) =>
    plan.records.filter((record) => record.kind === kind).map(({ title }) => title)
  return {
    newCategories: plan.categories.filter(({ tid }) => tid === undefined).map(({ title }) => title),
    newServices: plan.services.filter(isNew).map(({ name }) => name),
    knownServices: plan.services.filter(({ tid }) => tid !== undefined).map(({ name }) => name),
    incidents: titles('incident'),
    maintenances: titles('maintenance'),
    updates: plan.records.reduce((sum, { updates }) => sum + updates.length, 0),
    leftOut: plan.leftOut,
    services: plan.services.map(({ name, categoryExternalId, ...service }) => ({
      component: name,
      service: services.find(({ tid }) => tid === service.tid)?.name ?? name,
      category: plan.categories.find(({ externalId }) => externalId === categoryExternalId)?.title ?? null,
      isNew: isNew({ name, categoryExternalId, ...service }),
    })),
    records: plan.records.map((record) => {
      const status = statuses.find(({ id }) => id === record.statusId)
      return {
        kind: record.kind,
        title: record.title,
        theirStatus: record.said.status,
        status: status?.name ?? '',
        theirImpact: record.said.impact,
        severity: severities.find(({ tid }) => tid === record.severityTid)?.name ?? '',
        services: plan.services
          .filter(({ externalId }) => record.serviceExternalIds.includes(externalId))
          .map(({ name, externalId }) => {
            const own = record.states.find((state) => state.externalId === externalId)?.severityTid
            if (own === undefined) return name
            const severity = severities.find(({ tid }) => tid === own)?.name ?? ''
            return `${name} (${placeStateWords(record.kind, own, severity)})`
          }),
        startsAt: record.fromTime,
        endsAt: record.closedOn ?? record.toTime,
        updates: record.updates.length,
        hasPostmortem: record.postmortem !== undefined,
        shown: record.closedOn !== null ? 'history' : status?.class === 'scheduled' ? 'planned' : 'open',
      }
    }),
  }
}
