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

/**
 * The verdict about the chosen places alone, by the rule of the general one: each place counts once, in its worst
 * state, and what affects the whole cloud affects them too. Undefined if none of them is on this cloud.
 */
export function personalVerdict(
  cloud: CloudPlaces,
  troubles: readonly OpenTrouble[],
  chosen: ChosenPlaces,
): PersonalVerdict | undefined {
  const own = chosenAmong(chosen, cloud)
  if (countChosen(own) === 0) return undefined
  const concerning = troubles.filter(({ reach }) => concernsChosen(reach, own))
  const { sentences, left } = sentencesAbout(cloud, concerning, own)
  return {
    state: gravestOf(concerning.map(({ state }) => state)),
    sentences: left === undefined ? sentences : inOrder(sentences, own, left),
  }
}

/**
 * Whether a record affects one of these places. One that only names places of another cloud may: which part of this
 * cloud it affects is unknown.
 */
export function concernsChosen(reach: Reach, { services, dataCenters }: ChosenPlaces): boolean {
  return (
    reach.isWholeCloud ||
    isPartUnknown(reach) ||
    reach.services.some(({ tid }) => services.includes(tid)) ||
    reach.dataCenters.some(({ tid }) => dataCenters.includes(tid))
  )
}

function isPartUnknown({ isWholeCloud, services, dataCenters }: Reach) {
  return !isWholeCloud && services.length + dataCenters.length === 0
}

/** Worst state first. `left` are the places that run; undefined if that is none, or unknown. */
function sentencesAbout(cloud: CloudPlaces, troubles: readonly OpenTrouble[], own: ChosenPlaces) {
  const sentences: PersonalSentence[] = []
  let left = own
  let isLeftKnown = true
  for (const { state, group } of byState(troubles)) {
    const since = earliest(group)
    const reaches = group.map(({ reach }) => reach)
    if (reaches.some(({ isWholeCloud }) => isWholeCloud)) {
      const subject =
        sentences.length > 0 ? `Everything else on ${cloud.title}` : wholeCloudInWords(cloud.title)
      sentences.push({ state, words: `${subject} is ${centerStateWord(state)}`, since })
      return { sentences, left: undefined }
    }
    const what = {
      services: placesIn(reaches, 'services', left),
      dataCenters: placesIn(reaches, 'dataCenters', left),
    }
    if (what.services.length + what.dataCenters.length > 0) {
      sentences.push({ state, words: troubleWords(cloud, { what, own, state, reaches }), since })
    }
    if (reaches.some(isPartUnknown)) {
      const words = `Part of ${cloud.title}, which may include yours, is ${centerStateWord(state)}`
      sentences.push({ state, words, since })
      isLeftKnown = false
    }
    left = withoutPlaces(left, what)
  }
  return { sentences, left: isLeftKnown ? left : undefined }
}

function byState(troubles: readonly OpenTrouble[]) {
  const states = [...new Set(troubles.map(({ state }) => state))].sort((a, b) => gravity(b) - gravity(a))
  return states.map((state) => ({ state, group: troubles.filter((trouble) => trouble.state === state) }))
}

function earliest(group: readonly OpenTrouble[]): Date | null {
  const times = group.flatMap(({ since }) => since?.getTime() ?? [])
  return times.length === 0 ? null : new Date(Math.min(...times))
}

type Kind = 'services' | 'dataCenters'

function placesIn(reaches: readonly Reach[], kind: Kind, among: ChosenPlaces): VerdictPlace[] {
  const found = reaches.flatMap((reach) => reach[kind]).filter(({ tid }) => among[kind].includes(tid))
  return [...new Map(found.map((place) => [place.tid, place])).values()]
}

function withoutPlaces(places: ChosenPlaces, gone: Record<Kind, readonly VerdictPlace[]>): ChosenPlaces {
  const rest = (kind: Kind) => places[kind].filter((id) => gone[kind].every(({ tid }) => tid !== id))
  return { services: rest('services'), dataCenters: rest('dataCenters') }
}

/** "Frankfurt IV, which you follow, is disrupted for Web Gateway", "Three of your data centers are degraded" */
function troubleWords(
  cloud: CloudPlaces,
  {
    what,
    own,
    state,
    reaches,
  }: {
    what: Record<Kind, readonly VerdictPlace[]>
    own: ChosenPlaces
    state: CenterState
    reaches: readonly Reach[]
  },
) {
  const { services, dataCenters } = what
  const isCounted = [services, dataCenters].some(({ length }) => length > NAMED_AT_MOST)
  const subject = inARow([
    ...subjects(services, own, 'services'),
    ...subjects(dataCenters, own, 'dataCenters'),
  ])
  const count = services.length + dataCenters.length
  const follow = isCounted ? '' : ', which you follow,'
  const verb = count === 1 ? 'is' : 'are'
  // Which part only fits one of the two kinds.
  const part =
    dataCenters.length === 0
      ? partInWords(cloud, 'service', reachesOf(reaches, 'services', services))
      : services.length === 0
        ? partInWords(cloud, 'data-center', reachesOf(reaches, 'dataCenters', dataCenters))
        : ''
  const [first] = services.length > 0 ? [services] : [dataCenters]
  // Names keep their first letter.
  const opening = first.length > NAMED_AT_MOST ? capital(subject) : subject
  return `${opening}${follow} ${verb} ${centerStateWord(state)}${part}`
}

function reachesOf(reaches: readonly Reach[], kind: Kind, places: readonly VerdictPlace[]) {
  return reaches.filter((reach) => reach[kind].some(({ tid }) => places.some((place) => place.tid === tid)))
}

function subjects(places: readonly VerdictPlace[], own: ChosenPlaces, kind: Kind): string[] {
  if (places.length <= NAMED_AT_MOST) return places.map(({ name }) => name)
  const all = places.length === own[kind].length ? 'all ' : ''
  return [`${all}${countInWords(places.length)} of your ${NOUNS[kind]}s`]
}

const NOUNS: Record<Kind, string> = { services: 'service', dataCenters: 'data center' }
const KINDS = ['services', 'dataCenters'] as const

/** What is untouched comes first: "Your 3 services are running. Frankfurt IV, which you follow, is disrupted." */
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

/** "3 services", "service" */
function countOfKind(count: number, kind: Kind, isAlone: boolean) {
  if (count === 1) return isAlone ? NOUNS[kind] : `1 ${NOUNS[kind]}`
  return `${count} ${NOUNS[kind]}s`
}

/** "3 services and 1 data center" */
export function chosenInWords({ services, dataCenters }: { services: number; dataCenters: number }): string {
  const counts = { services, dataCenters }
  return inARow(
    KINDS.filter((kind) => counts[kind] > 0).map((kind) => countOfKind(counts[kind], kind, false)),
  )
}
