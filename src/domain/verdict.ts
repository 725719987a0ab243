import { CLOUD_STATES, type CloudState } from './cloud.ts'
import { type CenterState, centerStateWord } from './map/center-state.ts'
import type { PlaceKind } from './place-address.ts'
import { stateOfSeverity } from './record.ts'

export interface VerdictPlace {
  tid: number
  name: string
}

export interface VerdictPlaces {
  services: readonly VerdictPlace[]
  dataCenters: readonly VerdictPlace[]
}

export interface CloudPlaces extends VerdictPlaces {
  title: string
}

export interface Reach extends VerdictPlaces {
  /** Names neither a service nor a data center (S-03). */
  isWholeCloud: boolean
}

export interface ReachPart {
  severityTid: number
  reach: Reach
}

export interface OpenIncident {
  id: number
  title: string
  /** Of its gravest place on this cloud. */
  severityTid: number
  since: Date
  nextUpdate: Date | null
  reach: Reach
  /** Absent: all of it has this severity. */
  parts?: readonly ReachPart[]
}

export interface Verdict {
  state: CenterState
  trouble: string
  /** Completes the sentence; more sentences may follow. */
  rest: string
  sentences: string[]
  since: Date | null
  nextUpdate: Date | null
  incident: { id: number; title: string } | null
  openCount: number
}

/**
 * Each service and data center counts once, in its worst state, and so does a service in a data center.
 * `works` is what current maintenance takes out of service.
 */
export function verdict(
  cloud: CloudPlaces,
  open: readonly OpenIncident[],
  works: readonly Reach[] = [],
): Verdict {
  const incidents = gravestFirst(open)
  const [first, ...more] = sentencesAbout(cloud, incidents, works)
  const [gravest] = incidents
  const trouble = first?.trouble ?? ''
  const rest =
    first === undefined
      ? `Everything on ${cloud.title} is running.`
      : [`${first.where}.`, ...more.map(inFull)].join(' ')
  return {
    state: gravest !== undefined ? stateOfSeverity(gravest.severityTid) : worksState(works),
    trouble,
    rest,
    sentences: first === undefined ? [rest] : [first, ...more].map(inFull),
    since: gravest?.since ?? null,
    nextUpdate: soonest(incidents.flatMap(({ nextUpdate }) => nextUpdate ?? [])),
    incident: gravest === undefined ? null : { id: gravest.id, title: gravest.title },
    openCount: incidents.length,
  }
}

export function stateOf(open: readonly Pick<OpenIncident, 'severityTid' | 'since'>[]): CloudState {
  const [gravest] = gravestFirst(open)
  return gravest === undefined ? 'operational' : stateOfSeverity(gravest.severityTid)
}

/** Informational incidents don't count. */
export function gravestFirst<I extends Pick<OpenIncident, 'severityTid' | 'since'>>(open: readonly I[]): I[] {
  const gravity = (incident: I) => CLOUD_STATES.indexOf(stateOfSeverity(incident.severityTid))
  return open
    .filter((incident) => gravity(incident) > 0)
    .sort((a, b) => gravity(b) - gravity(a) || a.since.getTime() - b.since.getTime())
}

function worksState(works: readonly Reach[]): CenterState {
  return works.length > 0 ? 'under_maintenance' : 'operational'
}

function soonest(times: readonly Date[]): Date | null {
  return times.length === 0 ? null : new Date(Math.min(...times.map((time) => time.getTime())))
}

export function wholeCloudInWords(title: string): string {
  return `All of ${title}`
}

export function reachInWords(cloud: CloudPlaces, reach: Reach): string {
  if (reach.isWholeCloud) return wholeCloudInWords(cloud.title)
  const services = inARow(inWords(reach.services, cloud.services, 'services'))
  const dataCenters = inARow(inWords(reach.dataCenters, cloud.dataCenters, 'data centers'))
  if (services === '' && dataCenters === '') return `Part of ${cloud.title}`
  const isCounted = (services === '' ? reach.dataCenters : reach.services).length > NAMED_AT_MOST
  const words = [services, dataCenters].filter((part) => part !== '').join(' in ')
  return isCounted ? capital(words) : words
}

/** Empty if one of the records is about all of it. */
export function partInWords(cloud: CloudPlaces, kind: PlaceKind, reaches: readonly Reach[]): string {
  const beside = kind === 'service' ? 'dataCenters' : 'services'
  const isWhole = reaches.some((reach) => reach.isWholeCloud || reach[beside].length === 0)
  if (isWhole || reaches.length === 0) return ''
  const parts = allOf(reaches)[beside]
  return kind === 'service'
    ? ` in ${inARow(inWords(parts, cloud.dataCenters, 'data centers'))}`
    : ` for ${inARow(inWords(parts, cloud.services, 'services'))}`
}

interface Sentence {
  trouble: string
  where: string
}

function inFull({ trouble, where }: Sentence) {
  return `${trouble}${where}.`
}

function sentencesAbout(
  cloud: CloudPlaces,
  incidents: readonly OpenIncident[],
  works: readonly Reach[],
): Sentence[] {
  const sentences: Sentence[] = []
  let named = NOTHING_NAMED
  for (const { state, reaches } of byState(incidents, works)) {
    // Once the whole cloud is affected, milder states add nothing.
    if (reaches.some(({ isWholeCloud }) => isWholeCloud)) {
      return [...sentences, aboutTheRest(cloud, sentences.length > 0, state)]
    }
    const found = notYetNamed(namedBy(reaches), named)
    sentences.push(...sentencesOfState(cloud, state, { reaches, found, named }))
    named = joined(named, found)
  }
  const isAllNamed =
    countOf(cloud) > 0 &&
    cloud.services.every((service) => isServiceNamed(named, cloud, service)) &&
    cloud.dataCenters.every((center) => isCenterNamed(named, cloud, center))
  if (sentences.length > 0 && !isAllNamed) {
    sentences.push({ trouble: 'Everything else is running', where: '' })
  }
  return sentences
}

/**
 * What sentences are about. A record with services and data centers is about these services in these data centers, so
 * neither of them as a whole.
 */
interface Named extends VerdictPlaces {
  /** Of each service that is affected only there, by tid. */
  centersOf: ReadonlyMap<number, { service: VerdictPlace; centers: readonly VerdictPlace[] }>
}

const NOTHING_NAMED: Named = { services: [], dataCenters: [], centersOf: new Map() }

function namedBy(reaches: readonly Reach[]): Named {
  return reaches.map(namedByOne).reduce(joined, NOTHING_NAMED)
}

function namedByOne({ services, dataCenters }: Reach): Named {
  if (services.length === 0 || dataCenters.length === 0)
    return { services, dataCenters, centersOf: new Map() }
  const centersOf = new Map(services.map((service) => [service.tid, { service, centers: dataCenters }]))
  return { services: [], dataCenters: [], centersOf }
}

function joined(a: Named, b: Named): Named {
  const centersOf = new Map(a.centersOf)
  for (const [tid, { service, centers }] of b.centersOf)
    centersOf.set(tid, { service, centers: distinct([...(centersOf.get(tid)?.centers ?? []), ...centers]) })
  return { ...allOf([a, b]), centersOf }
}

/** A service or data center as a whole includes each of its parts. */
function notYetNamed(found: Named, named: Named): Named {
  const whole = allOf([found, named])
  const centersOf = new Map(
    [...found.centersOf].flatMap(([tid, { service, centers }]) => {
      const gone = [...whole.dataCenters, ...(named.centersOf.get(tid)?.centers ?? [])]
      const left = has(whole.services, service) ? [] : centers.filter((center) => !has(gone, center))
      return left.length === 0 ? [] : [[tid, { service, centers: left }]]
    }),
  )
  return {
    services: found.services.filter((service) => !has(named.services, service)),
    dataCenters: found.dataCenters.filter((center) => !has(named.dataCenters, center)),
    centersOf,
  }
}

/** As a whole, or in some data centers if all others are named as a whole. */
function isServiceNamed({ services, ...named }: Named, { dataCenters }: CloudPlaces, service: VerdictPlace) {
  if (has(services, service)) return true
  const { centers = [] } = named.centersOf.get(service.tid) ?? {}
  const isNamed = (center: VerdictPlace) => has(centers, center) || has(named.dataCenters, center)
  return dataCenters.some((center) => has(centers, center)) && dataCenters.every(isNamed)
}

function isCenterNamed({ dataCenters, ...named }: Named, { services }: CloudPlaces, center: VerdictPlace) {
  if (has(dataCenters, center)) return true
  const isIn = ({ tid }: VerdictPlace) => has(named.centersOf.get(tid)?.centers ?? [], center)
  return services.some(isIn) && services.every((service) => isIn(service) || has(named.services, service))
}

function byState(incidents: readonly OpenIncident[], works: readonly Reach[]) {
  const troubles = CLOUD_STATES.filter((state) => state !== 'operational').toReversed()
  const groups = troubles.map((state): { state: CenterState; reaches: readonly Reach[] } => ({
    state,
    reaches: incidents
      .flatMap((incident): readonly ReachPart[] => incident.parts ?? [incident])
      .filter(({ severityTid }) => stateOfSeverity(severityTid) === state)
      .map(({ reach }) => reach),
  }))
  groups.push({ state: 'under_maintenance', reaches: works })
  return groups.filter(({ reaches }) => reaches.length > 0)
}

function aboutTheRest({ title }: CloudPlaces, isRest: boolean, state: CenterState): Sentence {
  const subject = isRest ? `Everything else on ${title}` : wholeCloudInWords(title)
  return { trouble: `${subject} is ${centerStateWord(state)}`, where: '' }
}

function sentencesOfState(
  cloud: CloudPlaces,
  state: CenterState,
  { reaches, found, named }: { reaches: readonly Reach[]; found: Named; named: Named },
): Sentence[] {
  // A record may only name things of another cloud: which part of this one is affected is then unknown.
  const isPartUnknown = reaches.some((reach) => countOf(reach) === 0)
  const wholes =
    countOf(found) > 0 || isPartUnknown
      ? [{ trouble: troubleOf(cloud, { what: partly(found, named), isPartUnknown, state }), where: '' }]
      : []
  return [...wholes, ...inSomeCenters(cloud, state, found)]
}

const REST_OF = 'the rest of '

/** If part of it is named already, only the rest is in this state. */
function partly({ services, dataCenters }: VerdictPlaces, { centersOf }: Named): VerdictPlaces {
  const pairs = [...centersOf.values()]
  const rest = (isNamed: (place: VerdictPlace) => boolean) => (place: VerdictPlace) =>
    isNamed(place) ? { ...place, name: REST_OF + place.name } : place
  return {
    services: services.map(rest(({ tid }) => centersOf.has(tid))),
    dataCenters: dataCenters.map(rest((center) => pairs.some(({ centers }) => has(centers, center)))),
  }
}

/** With more sentences, it is no longer a verdict. */
const SEPARATE_AT_MOST = 3

function inSomeCenters(cloud: CloudPlaces, state: CenterState, { centersOf }: Named): Sentence[] {
  const groups = new Map<string, { services: VerdictPlace[]; centers: readonly VerdictPlace[] }>()
  for (const { service, centers } of centersOf.values()) {
    const key = centers
      .map(({ tid }) => tid)
      .toSorted((a, b) => a - b)
      .join()
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { services: [service], centers })
    else group.services.push(service)
  }
  const sentence = ({ services, where }: { services: VerdictPlace[]; where: string }): Sentence => ({
    trouble: troubleOf(cloud, { what: { services, dataCenters: [] }, isPartUnknown: false, state }),
    where: ` in ${where}`,
  })
  const all = [...groups.values()]
  if (all.length > SEPARATE_AT_MOST)
    return [sentence({ services: all.flatMap(({ services }) => services), where: 'some data centers' })]
  return all.map(({ services, centers }) =>
    sentence({ services, where: inARow(inWords(centers, cloud.dataCenters, 'data centers')) }),
  )
}

function troubleOf(
  cloud: CloudPlaces,
  { what, isPartUnknown, state }: { what: VerdictPlaces; isPartUnknown: boolean; state: CenterState },
) {
  const { services, dataCenters } = what
  const subjects = [
    ...inWords(services, cloud.services, 'services'),
    ...inWords(dataCenters, cloud.dataCenters, 'data centers'),
    ...(isPartUnknown ? [`part of ${cloud.title}`] : []),
  ]
  const [first] = services.length > 0 ? [services] : [dataCenters]
  // Names aren't capitalized.
  const isNameFirst =
    first.length > 0 && first.length <= NAMED_AT_MOST && first[0]?.name.startsWith(REST_OF) === false
  const subject = isNameFirst ? inARow(subjects) : capital(inARow(subjects))
  const isPlural = countOf(what) + (isPartUnknown ? 1 : 0) > 1
  return `${subject} ${isPlural ? 'are' : 'is'} ${centerStateWord(state)}`
}

export const NAMED_AT_MOST = 2

function inWords(places: readonly VerdictPlace[], all: readonly VerdictPlace[], kind: string): string[] {
  if (places.length <= NAMED_AT_MOST) return places.map(({ name }) => name)
  const count = countInWords(places.length)
  // `places` may include some that were decommissioned since.
  const isAll = all.length > 0 && all.every((place) => has(places, place))
  return [isAll ? `all ${count} ${kind}` : `${count} ${kind}`]
}

export function countInWords(count: number): string {
  return NUMBER_WORDS[count] ?? String(count)
}

export function inARow(words: readonly string[]) {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

function allOf(parts: readonly VerdictPlaces[]): VerdictPlaces {
  return {
    services: distinct(parts.flatMap(({ services }) => services)),
    dataCenters: distinct(parts.flatMap(({ dataCenters }) => dataCenters)),
  }
}

function has(places: readonly VerdictPlace[], { tid }: VerdictPlace) {
  return places.some((place) => place.tid === tid)
}

function countOf({ services, dataCenters }: VerdictPlaces) {
  return services.length + dataCenters.length
}

function distinct(places: readonly VerdictPlace[]): VerdictPlace[] {
  return [...new Map(places.map((place) => [place.tid, place])).values()]
}

const NUMBER_WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

export function capital(word: string) {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
