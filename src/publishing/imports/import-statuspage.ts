import type { Kysely, Transaction } from 'kysely'
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
import { takeTurn } from '../../db/site-editing/site-rows.ts'
import type { Actor } from '../../domain/actor.ts'
import { deriveRecord } from '../../domain/newsroom/derive-record.ts'
import { aliasOf } from '../records/alias-of.ts'
import { sanitizeHtml } from '../sanitize-html.ts'
import { isNew, type LeftOut, planStatuspage, type StatuspagePlan } from './plan-statuspage.ts'
import { type ImportFile, type ImportProblem, readStatuspage } from './statuspage-file.ts'

export interface StatuspageImport {
  files: readonly ImportFile[]
  /** Machine name of the cloud that everything is imported into. */
  cloud: string
  /** False: a dry run. */
  applies: boolean
  actor: Actor
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
}

export type StatuspageOutcome =
  | { kind: 'planned' | 'imported'; report: StatuspageReport }
  | { kind: 'no-such-cloud' }
  | { kind: 'refused'; problems: ImportProblem[] }

/**
 * Imports another page in one transaction. Its history becomes published records without notifying anyone. Importing
 * again adds what is new.
 */
export async function importStatuspage(db: Kysely<DB>, asked: StatuspageImport): Promise<StatuspageOutcome> {
  const { files, applies, actor, now } = asked
  const read = readStatuspage(files)
  if (read.kind === 'refused') return read
  const cloud = await findCloud(db, asked.cloud)
  if (cloud === undefined) return { kind: 'no-such-cloud' }
  const source = read.data.page?.id ?? 'statuspage'
  return db.transaction().execute(async (trx) => {
    await takeTurn(trx)
    const ground = await readImportGround(trx, { cloudId: cloud.id, source })
    const plan = planStatuspage(read.data, ground, now)
    const report = reportOf(plan)
    if (!applies) return { kind: 'planned', report }
    await apply(trx, plan, { cloudId: cloud.id, statuses: ground.statuses, actor, now })
    return { kind: 'imported', report }
  })
}

interface Applying {
  cloudId: number
  statuses: readonly { id: number; class: string; isClosed: boolean }[]
  actor: Actor
  now: Date
}

async function apply(trx: Transaction<DB>, plan: StatuspagePlan, applying: Applying) {
  const { cloudId, actor, now } = applying
  const services = await addServices(trx, plan, applying)
  const ids = await insertImportedRecords(
    trx,
    plan.records.map((record) => toRecord(record, services, applying)),
  )
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
  const { newCategories, newServices, incidents, maintenances, updates } = reportOf(plan)
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
    },
  })
  const edition = await raiseEdition(trx, { at: now, changes: 'site' })
  await publishImported(trx, { ids, edition })
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
  { cloudId, statuses }: Applying,
) {
  const { serviceExternalIds, externalId: _, ...rest } = record
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
  return {
    ...rest,
    body: sanitizeHtml(record.body),
    updates: record.updates.flatMap((update) => {
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

function reportOf(plan: StatuspagePlan): StatuspageReport {
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
  }
}
