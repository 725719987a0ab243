import { type PlannedRecord, planRecord } from './plan-imported-record.ts'
import type { ImportedComponent, StatuspageData } from './statuspage-data.ts'
import type { StatusClass } from './statuspage-words.ts'

export interface ImportGround {
  categories: readonly { tid: number; title: string }[]
  services: readonly { tid: number; name: string }[]
  statuses: readonly { id: number; name: string; class: string; isClosed: boolean }[]
  severities: readonly { tid: number; name: string }[]
  /** Results of an earlier import, by `kind:external id`. */
  already: ReadonlyMap<string, number>
}

interface PlannedCategory {
  externalId: string
  title: string
  /** Set if the service exists already. */
  tid: number | undefined
}

export interface PlannedService {
  externalId: string
  name: string
  info: string
  startedOn: string
  categoryExternalId: string
  tid: number | undefined
  /** An earlier component with the same name in the same group; both become one service. */
  sameAs: string | undefined
}

export interface LeftOut {
  what: 'component' | 'incident' | 'maintenance' | 'update' | 'post-mortem'
  name: string
  reason: string
}

export interface StatuspagePlan {
  source: string
  categories: PlannedCategory[]
  services: PlannedService[]
  records: PlannedRecord[]
  leftOut: LeftOut[]
}

const NO_GROUP = ''
const NO_GROUP_TITLE = 'Services'

/** Things with the same name count as the same. */
export function planStatuspage(data: StatuspageData, ground: ImportGround, now: Date): StatuspagePlan {
  const leftOut: LeftOut[] = []
  const groups = data.components.filter(({ group }) => group === true)
  const leaves = data.components.filter(({ group }) => group !== true)
  const services = leaves
    .filter(({ name }) => name.trim() !== '')
    .map((component) => planService(component, groups, ground, now))
    .map((service, index, all) => withoutTwin(service, all.slice(0, index)))
  for (const { id, name } of leaves)
    if (name.trim() === '') leftOut.push({ what: 'component', name: id, reason: 'It has no name.' })
  const known = new Map(services.map((service) => [service.externalId, firstOf(service, services)]))
  const records = [
    ...data.incidents.map((incident) => ({ incident, kind: 'incident' as const })),
    ...data.maintenances.map((incident) => ({ incident, kind: 'maintenance' as const })),
  ].flatMap(({ incident, kind }) => {
    if (ground.already.has(`${kind}:${incident.id}`)) {
      leftOut.push({ what: kind, name: incident.name, reason: 'It was imported before.' })
      return []
    }
    const planned = planRecord(incident, { kind, statusOf: statusFinder(ground), known, now })
    leftOut.push(...planned.leftOut)
    return planned.record === undefined ? [] : [planned.record]
  })
  return {
    source: data.page?.id ?? 'statuspage',
    categories: planCategories(services, groups, ground),
    services,
    records,
    leftOut,
  }
}

function planService(
  component: ImportedComponent,
  groups: readonly ImportedComponent[],
  ground: ImportGround,
  now: Date,
): PlannedService {
  const name = component.name.trim().slice(0, NAME_AT_MOST)
  const isGrouped = groups.some(({ id, name }) => id === component.group_id && name.trim() !== '')
  return {
    externalId: component.id,
    name,
    info: (component.description ?? '').trim(),
    startedOn: dayOf(component.start_date) ?? dayOf(component.created_at) ?? now.toISOString().slice(0, 10),
    categoryExternalId: isGrouped ? (component.group_id ?? NO_GROUP) : NO_GROUP,
    tid:
      stillThere(ground.services, ground.already.get(`component:${component.id}`)) ??
      ground.services.find((service) => isSameName(service.name, name))?.tid,
    sameAs: undefined,
  }
}

function withoutTwin(service: PlannedService, before: readonly PlannedService[]): PlannedService {
  const twin = before.find(
    ({ name, categoryExternalId }) =>
      isSameName(name, service.name) && categoryExternalId === service.categoryExternalId,
  )
  return twin === undefined ? service : { ...service, sameAs: twin.externalId }
}

function firstOf({ externalId, tid, sameAs }: PlannedService, services: readonly PlannedService[]): string {
  const twin = services.find((other) => (tid === undefined ? other.externalId === sameAs : other.tid === tid))
  if (twin === undefined || twin.externalId === externalId) return externalId
  return firstOf(twin, services)
}

/** The result of an earlier import may have been removed since, or be on another cloud. */
function stillThere(things: readonly { tid: number }[], tid: number | undefined): number | undefined {
  return things.find((thing) => thing.tid === tid)?.tid
}

function dayOf(written: string | null | undefined): string | undefined {
  const day = written?.slice(0, 10) ?? ''
  const time = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day) && day !== '' ? day : undefined
}

const NAME_AT_MOST = 200

export function isNew({ tid, sameAs }: PlannedService): boolean {
  return tid === undefined && sameAs === undefined
}

function planCategories(
  services: readonly PlannedService[],
  groups: readonly ImportedComponent[],
  { categories, already }: ImportGround,
): PlannedCategory[] {
  const needed = new Set(services.filter(isNew).map(({ categoryExternalId }) => categoryExternalId))
  return [...needed].map((externalId) => {
    const group = groups.find(({ id }) => id === externalId)
    const title = group?.name.trim().slice(0, NAME_AT_MOST) ?? NO_GROUP_TITLE
    const tid =
      stillThere(categories, already.get(`component-group:${externalId}`)) ??
      categories.find((category) => isSameName(category.title, title))?.tid
    return { externalId, title, tid }
  })
}

function isSameName(one: string, other: string) {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

function statusFinder({ statuses }: ImportGround) {
  return (wanted: StatusClass) => statuses.find((status) => status.class === wanted)
}
