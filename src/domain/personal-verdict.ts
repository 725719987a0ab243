import { type ChosenPlaces, chosenAmong, countChosen } from './chosen-places.ts'
import { type CenterState, centerStateWord, gravestOf, gravity } from './map/center-state.ts'
import {
  type CloudPlaces,
  capital,
  countInWords,
  inARow,
  NAMED_AT_MOST,
  partInWords,
  type Reach,
  type VerdictPlace,
  type VerdictPlaces,
  wholeCloudInWords,
} from './verdict.ts'

/** An open incident, or maintenance in progress that takes its places out of service. */
export interface OpenTrouble {
  state: Exclude<CenterState, 'operational'>
  /** Null for maintenance. */
  since: Date | null
  reach: Reach
}

export interface PersonalSentence {
  state: CenterState
  /** Without the final period: the time follows. */
  words: string
  since: Date | null
}

export interface PersonalVerdict {
  state: CenterState
  sentences: PersonalSentence[]
}

/** By the rule of the general verdict. Undefined if none of the chosen places is on this cloud. */
export function personalVerdict(
  cloud: CloudPlaces,
  troubles: readonly OpenTrouble[],
  chosen: ChosenPlaces,
): PersonalVerdict | undefined {
  const own = chosenAmong(chosen, cloud)
  if (countChosen(own) === 0) return undefined
  const concerning = troubles.filter(({ reach }) => concernsChosen(reach, own))
  const elsewhere = troubles.filter(({ reach }) => !isCovered(reach, own))
  const { sentences, left } = sentencesAbout(cloud, { concerning, elsewhere }, own)
  return {
    state: gravestOf(concerning.map(({ state }) => state)),
    sentences: left === undefined ? sentences : inOrder(sentences, own, left),
  }
}

export function concernsChosen(reach: Reach, { services, dataCenters }: ChosenPlaces): boolean {
  return (
    reach.isWholeCloud ||
    isPartUnknown(reach) ||
    reach.services.some(({ tid }) => services.includes(tid)) ||
    reach.dataCenters.some(({ tid }) => dataCenters.includes(tid))
  )
}

function isCovered(reach: Reach, own: ChosenPlaces): boolean {
  const areAllOwn = (kind: Kind) =>
    reach[kind].length > 0 && reach[kind].every(({ tid }) => own[kind].includes(tid))
  return reach.isWholeCloud || isPartUnknown(reach) || KINDS.some(areAllOwn)
}

function isPartUnknown({ isWholeCloud, services, dataCenters }: Reach) {
  return !isWholeCloud && services.length + dataCenters.length === 0
}

/** `left`: the places that are running; undefined if there are none, or if that is unknown. */
function sentencesAbout(
  cloud: CloudPlaces,
  { concerning, elsewhere }: Record<'concerning' | 'elsewhere', readonly OpenTrouble[]>,
  own: ChosenPlaces,
) {
  const sentences: PersonalSentence[] = []
  const named: Named = { services: new Map(), dataCenters: new Map() }
  let isLeftKnown = true
  for (const { state, group } of byState(concerning)) {
    const everywhere = group.filter(({ reach }) => reach.isWholeCloud)
    if (everywhere.length > 0 && elsewhere.some((trouble) => gravity(trouble.state) > gravity(state))) {
      // Not "all" or "everything else": something the reader doesn't follow is worse.
      const news = newsOf(cloud, onlyOwn(cloud, everywhere, own), { own, named })
      sentences.push(...sentencesOfState(state, { news, own }))
      return { sentences, left: undefined }
    }
    if (everywhere.length > 0) {
      const subject =
        sentences.length > 0 ? `Everything else on ${cloud.title}` : wholeCloudInWords(cloud.title)
      sentences.push({
        state,
        words: `${subject} is ${centerStateWord(state)}`,
        since: earliest(everywhere),
      })
      return { sentences, left: undefined }
    }
    sentences.push(...sentencesOfState(state, { news: newsOf(cloud, group, { own, named }), own }))
    const unknown = group.filter(({ reach }) => isPartUnknown(reach))
    if (unknown.length > 0) {
      const words = `Part of ${cloud.title}, which may include yours, is ${centerStateWord(state)}`
      sentences.push({ state, words, since: earliest(unknown) })
      isLeftKnown = false
    }
  }
  const unnamed = (kind: Kind) => own[kind].filter((id) => !named[kind].has(id))
  const left = { services: unnamed('services'), dataCenters: unnamed('dataCenters') }
  return { sentences, left: isLeftKnown ? left : undefined }
}

function byState(troubles: readonly OpenTrouble[]) {
  const states = [...new Set(troubles.map(({ state }) => state))].sort((a, b) => gravity(b) - gravity(a))
  return states.map((state) => ({ state, group: troubles.filter((trouble) => trouble.state === state) }))
}

function onlyOwn(cloud: CloudPlaces, group: readonly OpenTrouble[], own: ChosenPlaces): OpenTrouble[] {
  const nowhere: Reach = { isWholeCloud: false, services: [], dataCenters: [] }
  return group.flatMap((trouble) =>
    KINDS.map((kind) => ({ ...trouble, reach: { ...nowhere, [kind]: placesIn([cloud], kind, own) } })),
  )
}

function earliest(group: readonly OpenTrouble[]): Date | null {
  const times = group.flatMap(({ since }) => since?.getTime() ?? [])
  return times.length === 0 ? null : new Date(Math.min(...times))
}

type Kind = 'services' | 'dataCenters'

const BESIDE = { services: 'dataCenters', dataCenters: 'services' } as const
const PLACE_KIND = { services: 'service', dataCenters: 'data-center' } as const
const REST_OF = { services: ' elsewhere', dataCenters: ' for everything else' } as const

/**
 * What sentences have said about a place, by id: all of it, or only these places of the other kind. A
 * record with services and data centers is about these services in these data centers, and not about any of
 * them as a whole.
 */
type Named = Record<Kind, Map<number, 'all' | ReadonlySet<number>>>

interface PlaceNews {
  kind: Kind
  place: VerdictPlace
  /** Empty, or " in Zurich I", " for Web Gateway", " elsewhere". */
  part: string
  since: Date | null
  /** The places of the other kind in `part`. Empty: all of the place. */
  beside: readonly VerdictPlace[]
}

/** Extends `named`. */
function newsOf(
  cloud: CloudPlaces,
  group: readonly OpenTrouble[],
  { own, named }: { own: ChosenPlaces; named: Named },
): PlaceNews[] {
  const services = newsOfKind(cloud, 'services', group, { own, named })
  // "Web Gateway is disrupted in Zurich I" needs no second sentence about Zurich I.
  const isSaid = (center: number, service: number) =>
    services.some(
      ({ place, beside }) =>
        place.tid === service && beside.length <= NAMED_AT_MOST && beside.some(({ tid }) => tid === center),
    )
  const dataCenters = newsOfKind(cloud, 'dataCenters', group, { own, named })
  const news = [
    ...services,
    ...dataCenters.filter(
      ({ place, beside }) => beside.length === 0 || !beside.every(({ tid }) => isSaid(place.tid, tid)),
    ),
  ]
  for (const { kind, place, beside } of [...services, ...dataCenters]) {
    const before = named[kind].get(place.tid) ?? []
    const now = beside.length === 0 || before === 'all' ? 'all' : [...before, ...beside.map(({ tid }) => tid)]
    named[kind].set(place.tid, now === 'all' ? now : new Set(now))
  }
  return news
}

function newsOfKind(
  cloud: CloudPlaces,
  kind: Kind,
  group: readonly OpenTrouble[],
  { own, named }: { own: ChosenPlaces; named: Named },
): PlaceNews[] {
  const reaches = group.map(({ reach }) => reach)
  return placesIn(reaches, kind, own).flatMap((place): PlaceNews[] => {
    const before = named[kind].get(place.tid)
    if (before === 'all') return []
    const here = group.filter(({ reach }) => reach[kind].some(({ tid }) => tid === place.tid))
    const whole = here.filter(({ reach }) => reach[BESIDE[kind]].length === 0)
    if (whole.length > 0) {
      const part = before === undefined ? '' : REST_OF[kind]
      return [{ kind, place, part, since: earliest(whole), beside: [] }]
    }
    const added = here
      .map((trouble) => ({ ...trouble, reach: withoutBeside(trouble.reach, kind, before) }))
      .filter(({ reach }) => reach[BESIDE[kind]].length > 0)
    if (added.length === 0) return []
    const parts = added.map(({ reach }) => reach)
    return [
      {
        kind,
        place,
        part: partInWords(cloud, PLACE_KIND[kind], parts),
        since: earliest(added),
        beside: distinct(parts.flatMap((reach) => reach[BESIDE[kind]])),
      },
    ]
  })
}

function withoutBeside(reach: Reach, kind: Kind, gone: ReadonlySet<number> | undefined): Reach {
  return { ...reach, [BESIDE[kind]]: reach[BESIDE[kind]].filter(({ tid }) => gone?.has(tid) !== true) }
}

function placesIn(reaches: readonly VerdictPlaces[], kind: Kind, among: ChosenPlaces): VerdictPlace[] {
  return distinct(reaches.flatMap((reach) => reach[kind]).filter(({ tid }) => among[kind].includes(tid)))
}

function distinct(places: readonly VerdictPlace[]): VerdictPlace[] {
  return [...new Map(places.map((place) => [place.tid, place])).values()]
}

/** With more sentences, it is no longer a verdict. */
const SEPARATE_AT_MOST = 3

function sentencesOfState(
  state: CenterState,
  { news, own }: { news: readonly PlaceNews[]; own: ChosenPlaces },
): PersonalSentence[] {
  const groups = new Map<string, PlaceNews[]>()
  for (const each of news) {
    const key = `${each.since?.getTime()}${each.part}`
    groups.set(key, [...(groups.get(key) ?? []), each])
  }
  if (groups.size > SEPARATE_AT_MOST) {
    return [{ state, words: troubleWords(news, { own, state, part: ', at least in part' }), since: null }]
  }
  return [...groups.values()].map((group) => ({
    state,
    words: troubleWords(group, { own, state, part: group[0]?.part ?? '' }),
    since: group[0]?.since ?? null,
  }))
}

function troubleWords(
  news: readonly PlaceNews[],
  { own, state, part }: { own: ChosenPlaces; state: CenterState; part: string },
) {
  const of = (wanted: Kind) => news.filter(({ kind }) => kind === wanted).map(({ place }) => place)
  const [services, dataCenters] = [of('services'), of('dataCenters')]
  const isCounted = [services, dataCenters].some(({ length }) => length > NAMED_AT_MOST)
  const subject = inARow([
    ...subjects(services, own, 'services'),
    ...subjects(dataCenters, own, 'dataCenters'),
  ])
  const follow = isCounted ? '' : ', which you follow,'
  const verb = news.length === 1 ? 'is' : 'are'
  const [first] = services.length > 0 ? [services] : [dataCenters]
  // Names aren't capitalized.
  const opening = first.length > NAMED_AT_MOST ? capital(subject) : subject
  return `${opening}${follow} ${verb} ${centerStateWord(state)}${part}`
}

function subjects(places: readonly VerdictPlace[], own: ChosenPlaces, kind: Kind): string[] {
  if (places.length <= NAMED_AT_MOST) return places.map(({ name }) => name)
  const all = places.length === own[kind].length ? 'all ' : ''
  return [`${all}${countInWords(places.length)} of your ${NOUNS[kind]}s`]
}

const NOUNS: Record<Kind, string> = { services: 'service', dataCenters: 'data center' }
const KINDS = ['services', 'dataCenters'] as const

function inOrder(
  troubles: readonly PersonalSentence[],
  own: ChosenPlaces,
  left: ChosenPlaces,
): PersonalSentence[] {
  const isWhole = (kind: Kind) => left[kind].length === own[kind].length
  const whole = KINDS.filter((kind) => isWhole(kind) && left[kind].length > 0)
  const rest = KINDS.filter((kind) => !isWhole(kind) && left[kind].length > 0)
  return [...runningWords(whole, left, 'Your'), ...troubles, ...runningWords(rest, left, 'Your other')]
}

function runningWords(kinds: readonly Kind[], left: ChosenPlaces, your: string): PersonalSentence[] {
  if (kinds.length === 0) return []
  const counts = kinds.map((kind) => countOfKind(left[kind].length, kind, kinds.length === 1))
  const isOne = kinds.length === 1 && kinds.every((kind) => left[kind].length === 1)
  return [
    { state: 'operational', words: `${your} ${inARow(counts)} ${isOne ? 'is' : 'are'} running`, since: null },
  ]
}

function countOfKind(count: number, kind: Kind, isAlone: boolean) {
  if (count === 1) return isAlone ? NOUNS[kind] : `1 ${NOUNS[kind]}`
  return `${count} ${NOUNS[kind]}s`
}

export function chosenInWords({ services, dataCenters }: { services: number; dataCenters: number }): string {
  const counts = { services, dataCenters }
  return inARow(
    KINDS.filter((kind) => counts[kind] > 0).map((kind) => countOfKind(counts[kind], kind, false)),
  )
}
