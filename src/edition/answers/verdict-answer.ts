import type { ReadAnswer } from '../../contract/public-reads.ts'
import { type ChosenPlaces, chosenAmong, parseChosen } from '../../domain/chosen-places.ts'
import type { CloudState } from '../../domain/cloud.ts'
import { troublesIn } from '../../domain/open-troubles.ts'
import { personalVerdict } from '../../domain/personal-verdict.ts'
import type { PlaceKind } from '../../domain/place-address.ts'
import { plainText } from '../../domain/plain-text.ts'
import { stateOfSeverity } from '../../domain/record.ts'
import {
  type CloudPlaces,
  gravestFirst,
  type OpenIncident,
  type Reach,
  type Verdict,
  type VerdictPlace,
  verdict,
} from '../../domain/verdict.ts'
import { workPhase } from '../../domain/work-phase.ts'
import { type Edition, findCloud, type SiteCloud } from '../edition.ts'
import type { EditionRecord } from '../edition-record.ts'
import { spansOfRecord } from '../place-history.ts'
import {
  partsOnCloud,
  placesOf,
  reachOf,
  reachWithStates,
  runningWorks,
  severityOn,
  severityThere,
  takesOutOfServiceOn,
} from '../record-reach.ts'
import { openIncidents, unfinishedWorks, whenOf } from '../record-shelf.ts'
import { type Answerer, unknownCloud, value } from './answer-outcome.ts'
import { nextOpening } from './open-at-centers.ts'

type VerdictData = ReadAnswer<'/api/verdict'>['data']

/** A few lines on a phone. */
const LATEST_AT_MOST = 200

export const verdictAnswer: Answerer<'/api/verdict'> = ({ edition, now }, { cloud: machineName, mine }) => {
  const cloud = findCloud(edition, machineName)
  if (cloud === undefined) return unknownCloud(machineName)
  const said = verdictOf(edition, cloud, now)
  const next = upcomingWork(edition, cloud, now)
  const places = placesOf(cloud)
  const data: Omit<VerdictData, 'mine'> = {
    state: said.state,
    trouble: said.trouble,
    rest: said.rest,
    sentences: said.sentences,
    since: said.since?.toISOString() ?? null,
    next_update: said.nextUpdate?.toISOString() ?? null,
    incident: said.incident,
    open_count: said.openCount,
    incidents: gravestFirst(openOn(edition, cloud)).map((incident) => openNow(incident, cloud)),
    maintenance: runningWorks(edition.records, cloud, now)
      .toSorted((a, b) => endOf(a) - endOf(b))
      .map((work) => workNow(work, cloud)),
    upcoming: next === undefined ? null : workNow(next, cloud),
    service_ids: places.services.map(({ tid }) => tid),
    datacenter_ids: places.dataCenters.map(({ tid }) => tid),
  }
  const own = mine === undefined ? undefined : { mine: verdictOn(places, data, parseChosen(mine)) }
  return value({ data: { ...data, ...own } }, { until: nextOpening(edition.records, cloud, now) })
}

function verdictOn(
  places: CloudPlaces,
  data: Pick<VerdictData, 'incidents' | 'maintenance'>,
  chosen: ChosenPlaces,
): NonNullable<VerdictData['mine']> | null {
  const said = personalVerdict(places, troublesIn(data), chosen)
  if (said === undefined) return null
  const { services, dataCenters } = chosenAmong(chosen, places)
  return {
    state: said.state,
    sentences: said.sentences.map(({ since, ...sentence }) => ({
      ...sentence,
      since: since?.toISOString() ?? null,
    })),
    services: services.length,
    datacenters: dataCenters.length,
  }
}

export function verdictOf(edition: Edition, cloud: SiteCloud, now: Date): Verdict {
  return verdict(
    placesOf(cloud),
    openOn(edition, cloud),
    runningWorks(edition.records, cloud, now)
      .filter((work) => takesOutOfServiceOn(work, cloud))
      .map((work) => reachOf(work, cloud)),
  )
}

interface OpenRecordOn extends OpenIncident {
  record: EditionRecord
}

function openOn({ records }: Edition, cloud: SiteCloud): OpenRecordOn[] {
  return openIncidents(records, cloud.id).map((record) => ({
    record,
    id: record.id,
    title: record.title,
    severityTid: severityOn(record, cloud),
    since: new Date(whenOf(record)),
    nextUpdate: record.next_update,
    reach: reachOf(record, cloud),
    parts: partsOnCloud(record, cloud),
  }))
}

function openNow(
  { record, id, title, severityTid, since, nextUpdate, reach }: OpenRecordOn,
  cloud: SiteCloud,
): VerdictData['incidents'][number] {
  const latest = record.updates.at(-1)
  return {
    id,
    title,
    state: stateOfSeverity(severityTid),
    affects: reachWithStates(record, cloud),
    ...affected(reach, (place, tid) => {
      const own = severityThere(record, cloud, place, tid)
      // It may have recovered in between, or have been less severe at first.
      const [newest] = spansOfRecord(record, cloud, { kind: place, tid })
      const from = newest?.to === null ? newest.from : since.getTime()
      return {
        ...(own !== severityTid && { state: stateOfSeverity(own) }),
        ...(from !== since.getTime() && { since: new Date(from).toISOString() }),
      }
    }),
    since: since.toISOString(),
    next_update: nextUpdate?.toISOString() ?? null,
    latest: shortened(plainText(latest?.body ?? record.summary)),
    updated_on: record.updated_on.toISOString(),
    latest_at: (latest?.posted_on ?? record.posted_on ?? record.created_at).toISOString(),
  }
}

function workNow(work: EditionRecord, cloud: SiteCloud): VerdictData['maintenance'][number] {
  return {
    id: work.id,
    title: work.title,
    affects: reachWithStates(work, cloud),
    ...affected(reachOf(work, cloud)),
    from: (work.actual_from_time ?? new Date(whenOf(work))).toISOString(),
    to: work.to_time?.toISOString() ?? null,
    updated_on: work.updated_on.toISOString(),
    out_of_service: takesOutOfServiceOn(work, cloud),
  }
}

function affected(
  reach: Reach,
  ownAt: (place: PlaceKind, tid: number) => { state?: CloudState; since?: string } = () => ({}),
): Pick<VerdictData['incidents'][number], 'whole_cloud' | 'services' | 'datacenters'> {
  const named =
    (kind: PlaceKind) =>
    ({ tid, name }: VerdictPlace) => ({ tid, name, ...ownAt(kind, tid) })
  return {
    whole_cloud: reach.isWholeCloud,
    services: reach.services.map(named('service')),
    datacenters: reach.dataCenters.map(named('data-center')),
  }
}

function upcomingWork({ records }: Edition, { id }: SiteCloud, now: Date): EditionRecord | undefined {
  return unfinishedWorks(records, id)
    .filter((work) => workPhase(work, now) === 'ahead')
    .toSorted((a, b) => whenOf(a) - whenOf(b))[0]
}

function endOf({ to_time }: EditionRecord) {
  return to_time?.getTime() ?? Number.POSITIVE_INFINITY
}

/** Never splits a surrogate pair. */
function shortened(text: string) {
  if (text.length <= LATEST_AT_MOST) return text
  return `${text.slice(0, LATEST_AT_MOST - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
