import { type ChosenPlaces, chosenAmong, countChosen } from '../../domain/chosen-places.ts'
import {
  choiceOfInput,
  type FollowChoice,
  type FollowTarget,
  isFollowable,
} from '../../domain/follow-choice.ts'
import { ALL_SCOPES } from '../../domain/notifying/subscribable.ts'
import { type Edition, findCloud, type SiteCloud } from '../edition.ts'
import type { EditionRecord } from '../edition-record.ts'
import { type Answerer, unknownCloud, value } from './answer-outcome.ts'

export const followChoiceAnswer: Answerer<'/api/follow/choice'> = ({ edition }, input) => {
  const cloud = findCloud(edition, input.cloud)
  if (cloud === undefined) return unknownCloud(input.cloud)
  const target = followTarget(edition, choiceOfInput(input))
  if (target === undefined) return value({ data: null })
  const record = target.record && edition.records.byId.get(target.record.id)
  return value({
    data: {
      name: target.name,
      cloud: cloud.domain,
      record:
        record === undefined
          ? null
          : { id: record.id, kind: record.kind, is_closed: target.record?.isClosed ?? false },
    },
  })
}

/** What a choice means in this edition. Undefined if nothing is left of it: withdrawn, renumbered, decommissioned. */
export function followTarget(edition: Edition, choice: FollowChoice): FollowTarget | undefined {
  const cloud = findCloud(edition, choice.cloud)
  if (cloud === undefined) return undefined
  return choice.kind === 'record' ? targetOfRecord(edition, cloud, choice) : targetOfPlaces(cloud, choice)
}

function targetOfRecord(
  edition: Edition,
  cloud: SiteCloud,
  { record: id, isLasting }: Extract<FollowChoice, { kind: 'record' }>,
): FollowTarget | undefined {
  const record = edition.records.byId.get(id)
  if (record === undefined || !isFollowable(record.kind) || !isOn(record, cloud)) return undefined
  const later = isLasting ? likeIt(cloud, record) : undefined
  return {
    // Readers confirm exactly what these words name.
    name: later === undefined ? `“${record.title}”` : `“${record.title}” and ${later.name}`,
    record: { id, isClosed: isClosedToFollowers(edition, record) },
    things: later?.things ?? [],
  }
}

export function isClosedToFollowers(
  { site }: Edition,
  { status_id, closed_on }: Pick<EditionRecord, 'status_id' | 'closed_on'>,
): boolean {
  const status = site.statuses.find(({ id }) => id === status_id)
  return status?.class !== 'postponed' && (closed_on !== null || status?.isClosed === true)
}

/** Later posts of the same sort: maintenance and advisories are followed by cloud, incidents by place. */
function likeIt(
  cloud: SiteCloud,
  { kind, services, dataCenters }: EditionRecord,
): Pick<FollowTarget, 'name' | 'things'> {
  if (kind === 'maintenance') return { name: `future maintenance on ${cloud.domain}`, things: [kind] }
  if (kind === 'advisory') return { name: `future advisories for ${cloud.domain}`, things: [kind] }
  const named = namedPlaces(cloud, { services, dataCenters })
  if (named !== undefined) return { ...named, name: `future incidents affecting ${named.name}` }
  return {
    name: `all future incidents on ${cloud.domain}`,
    things: ALL_SCOPES.filter((scope) => shows(cloud)[scope]),
  }
}

function isOn({ clouds }: EditionRecord, { id }: SiteCloud) {
  return clouds.length === 0 || clouds.includes(id)
}

function targetOfPlaces(
  cloud: SiteCloud,
  { places }: Extract<FollowChoice, { kind: 'places' }>,
): FollowTarget | undefined {
  if (countChosen(places) === 0)
    return { name: `everything on ${cloud.domain}`, record: undefined, things: ['all'] }
  const named = namedPlaces(cloud, places)
  return named && { ...named, record: undefined }
}

function namedPlaces(
  cloud: SiteCloud,
  places: ChosenPlaces,
): Pick<FollowTarget, 'name' | 'things'> | undefined {
  const here = placesOf(cloud)
  const { services, dataCenters } = chosenAmong(places, here)
  const names = [
    ...here.services.filter(({ tid }) => services.includes(tid)),
    ...here.dataCenters.filter(({ tid }) => dataCenters.includes(tid)),
  ].map(({ name }) => name)
  if (names.length === 0) return undefined
  return { name: `${listed(names)} on ${cloud.domain}`, things: [...services, ...dataCenters] }
}

const NAMED = 3

function listed(names: readonly string[]): string {
  const more = names.length - NAMED
  const shown = more > 1 ? [...names.slice(0, NAMED), `${more} more`] : names
  return new Intl.ListFormat('en').format(shown)
}

function placesOf(cloud: SiteCloud) {
  const shown = shows(cloud)
  return {
    services: shown.core_cloud_services
      ? cloud.serviceCategories.flatMap(({ services }) => services).filter(({ isActive }) => isActive)
      : [],
    dataCenters: cloud.regions
      .flatMap(({ dataCenters }) => dataCenters)
      .filter(
        ({ isActive, isPremium }) => isActive && shown[isPremium ? 'premium_datacenters' : 'datacenter'],
      ),
  }
}

function shows({ cloud_status }: SiteCloud) {
  return {
    core_cloud_services: cloud_status.core_cloud_services === '1',
    datacenter: cloud_status.datacenter === '1',
    premium_datacenters: cloud_status.premium_datacenter === '1',
  }
}
