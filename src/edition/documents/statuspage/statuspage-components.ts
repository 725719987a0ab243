import type { StatuspageComponent } from '../../../contract/statuspage.ts'
import { centerState, type OpenAt } from '../../../domain/map/center-state.ts'
import type { PlaceKind } from '../../../domain/place-address.ts'
import { componentStatus, groupStatus } from '../../../domain/statuspage/statuspage-words.ts'
import { workPhase } from '../../../domain/work-phase.ts'
import type { Edition, SiteCloud } from '../../edition.ts'
import type { EditionRecord } from '../../edition-record.ts'
import { centersAffected, isOverThere, servicesAffected, severityThere } from '../../record-reach.ts'
import { recordsOfCloud } from '../../record-shelf.ts'

export interface Components {
  /** Each group comes before its members. */
  components: StatuspageComponent[]
  ofService: ReadonlyMap<number, StatuspageComponent>
  ofCenter: ReadonlyMap<number, StatuspageComponent>
}

interface Parts {
  cloud: SiteCloud
  maintenance: readonly EditionRecord[]
  now: Date
}

export function statuspageComponents(edition: Edition, parts: Parts): Components {
  const { cloud } = parts
  const happened = whatHappened(edition, parts)
  const ofService = new Map<number, StatuspageComponent>()
  const ofCenter = new Map<number, StatuspageComponent>()
  const { core_cloud_services, datacenter, premium_datacenter } = cloud.cloud_status
  const categories = core_cloud_services === '1' ? cloud.serviceCategories : []
  const regions = datacenter === '1' ? cloud.regions : []
  const groups = [
    ...categories.map(({ tid, title, services }) => ({
      id: `category-${tid}`,
      title,
      members: services
        .filter(({ isActive }) => isActive)
        .map(({ tid: service, name, info, startedOn }) => ({
          id: `service-${service}`,
          place: { tid: service, name, description: info, since: startedOn },
          happened: happened.atService.get(service),
          shelf: ofService,
        })),
    })),
    ...regions.map(({ tid, title, dataCenters }) => ({
      id: `region-${tid}`,
      title,
      members: dataCenters
        .filter(({ isActive, isPremium }) => isActive && (!isPremium || premium_datacenter === '1'))
        .map(({ tid: center, name, city, openedOn }) => ({
          id: `center-${center}`,
          place: { tid: center, name, description: city, since: openedOn },
          happened: happened.atCenter.get(center),
          shelf: ofCenter,
        })),
    })),
  ]
  const components = groups
    .filter(({ members }) => members.length > 0)
    .flatMap(({ id, title, members }, position) => {
      const own = members.map((member, index) => {
        const component = memberRow(cloud, { ...member, groupId: id, position: index + 1 })
        member.shelf.set(member.place.tid, component)
        return component
      })
      return [groupRow(cloud, { id, title, position: position + 1, members: own }), ...own]
    })
  return { components, ofService, ofCenter }
}

interface Happened {
  open: OpenAt[]
  last: number
}

function whatHappened({ records }: Edition, { cloud, maintenance, now }: Parts) {
  const atService = new Map<number, Happened>()
  const atCenter = new Map<number, Happened>()
  const note = (record: EditionRecord, open: OpenAt['post_type'] | undefined) => {
    const openAt = (place: PlaceKind, tid: number) =>
      open === undefined || isOverThere(record, cloud, place, tid)
        ? undefined
        : { post_type: open, severityId: severityThere(record, cloud, place, tid) }
    for (const tid of servicesAffected(record, cloud))
      add(atService, tid, record.updated_on, openAt('service', tid))
    for (const tid of centersAffected(record, cloud))
      add(atCenter, tid, record.updated_on, openAt('data-center', tid))
  }
  for (const record of recordsOfCloud(records, 'incident', cloud.id))
    note(record, record.closed_on === null ? 'incident' : undefined)
  for (const record of maintenance)
    note(record, workPhase(record, now) === 'under-way' ? 'maintenance' : undefined)
  return { atService, atCenter }
}

function add(places: Map<number, Happened>, tid: number, when: Date, open: OpenAt | undefined) {
  const there = places.get(tid) ?? { open: [], last: 0 }
  if (open !== undefined) there.open.push(open)
  there.last = Math.max(there.last, when.getTime())
  places.set(tid, there)
}

function memberRow(
  { machine_name }: SiteCloud,
  of: {
    id: string
    place: { name: string; description: string; since: string }
    happened: Happened | undefined
    groupId: string
    position: number
  },
): StatuspageComponent {
  const { name, description, since } = of.place
  const created = Date.parse(since) || 0
  return {
    id: of.id,
    name,
    status: componentStatus(centerState(of.happened?.open ?? [])),
    created_at: iso(created),
    updated_at: iso(Math.max(created, of.happened?.last ?? 0)),
    position: of.position,
    description: description === '' ? null : description,
    showcase: true,
    start_date: created === 0 ? null : iso(created).slice(0, 10),
    group_id: of.groupId,
    page_id: machine_name,
    group: false,
    only_show_if_degraded: false,
  }
}

function groupRow(
  { machine_name }: SiteCloud,
  of: { id: string; title: string; position: number; members: readonly StatuspageComponent[] },
): StatuspageComponent {
  const times = (name: 'created_at' | 'updated_at') => of.members.map((member) => Date.parse(member[name]))
  return {
    id: of.id,
    name: of.title,
    status: groupStatus(of.members.map(({ status }) => status)),
    created_at: iso(Math.min(...times('created_at'))),
    updated_at: iso(Math.max(...times('updated_at'))),
    position: of.position,
    description: null,
    showcase: false,
    start_date: null,
    group_id: null,
    page_id: machine_name,
    group: true,
    only_show_if_degraded: false,
    components: of.members.map(({ id }) => id),
  }
}

function iso(ms: number) {
  return new Date(ms).toISOString()
}
