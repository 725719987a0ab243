import { CLOUDS, type DemoCloud } from '../clouds.ts'
import { dataCentersOf } from '../data-centers/cloud-data-centers.ts'
import type { DemoDataCenter } from '../data-centers/data-centers.ts'
import { pickNearby } from '../data-centers/nearby.ts'
import type { DemoRecord } from '../demo-record.ts'
import { type DemoMinute, HISTORY_DAYS, MINUTES_PER_DAY } from '../demo-time.ts'
import { fresh } from '../fresh.ts'
import { internalsDealer } from '../internals.ts'
import { deck, type Random, randomNamed } from '../random.ts'
import { type DemoService, type ServiceName, servicesOf } from '../services.ts'
import { cloudPicker } from '../weighted.ts'
import { ACCESS_SCENARIOS } from './access-scenarios.ts'
import { AGENT_SCENARIOS } from './agent-scenarios.ts'
import { DATA_CENTER_SCENARIOS } from './data-center-scenarios.ts'
import { DECEPTION_SCENARIOS } from './deception-scenarios.ts'
import { EXPERIENCE_AND_WORKLOAD_SCENARIOS } from './experience-and-workload-scenarios.ts'
import { INSPECTION_SCENARIOS } from './inspection-scenarios.ts'
import { MANAGEMENT_SCENARIOS } from './management-scenarios.ts'
import type { Gravity, Scenario, ServiceScenarios } from './scenario.ts'
import { type IncidentPlan, incidentTeller, titleOf } from './tell-incident.ts'
import { WEB_SCENARIOS } from './web-scenarios.ts'

export const PAST_INCIDENTS = 640
/** The busiest cloud, whose last week is written by hand (see this-week.ts). */
const MAIN_DOMAIN = 'northwall.net'
/** Pages of the weekly timeline on which the busiest cloud has nothing to report. */
export const QUIET_WEEKS: readonly number[] = [3, 6, 9, 11]
const TIMELINE_WEEKS = 13
/** More of the past lies within the weeks that the timeline can show. */
const RECENT_SHARE = 0.16
const DATA_CENTER_SHARE = 0.38
const INTERNALS_SHARE = 0.35
/** An incident is closed within this time of its end. */
const LAST_UPDATE_MINUTES = 60

const DURATION_MINUTES: Readonly<Record<Gravity, readonly [number, number]>> = {
  disruption: [14, 400],
  degradation: [35, 1300],
  investigation: [45, 500],
}

export const SCENARIOS: ServiceScenarios = {
  ...WEB_SCENARIOS,
  ...INSPECTION_SCENARIOS,
  ...ACCESS_SCENARIOS,
  ...EXPERIENCE_AND_WORKLOAD_SCENARIOS,
  ...DECEPTION_SCENARIOS,
  ...AGENT_SCENARIOS,
  ...MANAGEMENT_SCENARIOS,
}

interface Story {
  scenario: Scenario
  titleText: string
}

export function pastIncidents(): DemoRecord[] {
  const random = randomNamed('incidents')
  const tell = incidentTeller(random)
  const dealInternals = internalsDealer(random)
  const pickCloud = cloudPicker(CLOUDS)
  const stories = storyDealer(random)
  const titlesOf = new Map<number, Set<string>>(CLOUDS.map((cloud) => [cloud.id, new Set()]))

  return Array.from({ length: PAST_INCIDENTS }, () => {
    const cloud = pickCloud(random)
    const plan = fresh(() => planIncident(cloud), isNew)
    for (const each of plan.clouds) titlesOf.get(each.id)?.add(titleOf(plan))
    return tell(plan)
  })

  function planIncident(cloud: DemoCloud): IncidentPlan {
    const isDataCenterIssue = cloud.hasDataCenters && random.chance(DATA_CENTER_SHARE)
    const begin = (gravity: Gravity) => whenOn(cloud, gravity, random)
    const internals = dealInternals({ share: INTERNALS_SHARE })

    if (isDataCenterIssue) {
      const story = stories.dataCenter()
      const { from, to } = begin(story.scenario.gravity)
      const dataCenters = pickNearby(random, cloud, from, random.chance(0.35) ? 2 : 1)
      const clouds = alsoIn(cloud, dataCenters, random)
      return { ...story, clouds, serviceName: null, services: [], dataCenters, from, to, internals }
    }

    const service = random.pick(servicesOf(cloud))
    const story = stories.service(service.name, cloud.hasDataCenters)
    const { from, to } = begin(story.scenario.gravity)
    const dataCenters = isLocated(story.scenario) ? pickNearby(random, cloud, from, 3) : []
    if (!isInService(service, from)) return planIncident(cloud)
    return {
      ...story,
      clouds: [cloud],
      serviceName: service.name,
      services: [service],
      dataCenters,
      from,
      to,
      internals,
    }
  }

  function isNew(plan: IncidentPlan): boolean {
    const title = titleOf(plan)
    return plan.clouds.every((cloud) => !titlesOf.get(cloud.id)?.has(title))
  }
}

export function isLocated({ titles, summary, impact, workaround = '', cause, fix }: Scenario): boolean {
  return [...titles, summary, impact, workaround, cause, fix].some((text) =>
    /\{(places|region|other)\}/.test(text),
  )
}

function storyDealer(random: Random) {
  const decks = new Map<string, () => Story>()
  const deckOf = (key: string, scenarios: readonly Scenario[]) => {
    const known = decks.get(key)
    if (known) return known
    const made = deck(
      random,
      scenarios.flatMap((scenario) => scenario.titles.map((titleText) => ({ scenario, titleText }))),
    )
    decks.set(key, made)
    return made
  }
  return {
    dataCenter: () => deckOf('data center', DATA_CENTER_SCENARIOS)(),
    service: (name: ServiceName, hasPlaces: boolean) => {
      const scenarios = (SCENARIOS[name] ?? []).filter((scenario) => hasPlaces || !isLocated(scenario))
      return deckOf(`${name} ${hasPlaces}`, scenarios)()
    },
  }
}

function whenOn(cloud: DemoCloud, gravity: Gravity, random: Random): { from: DemoMinute; to: DemoMinute } {
  const [shortest, longest] = DURATION_MINUTES[gravity]
  const minutes = Math.round(shortest * (longest / shortest) ** random.next())
  const isRecent = random.chance(RECENT_SHARE)
  const newest = cloud.domain === MAIN_DOMAIN ? 8 : 1
  const day = isRecent ? random.int(newest, TIMELINE_WEEKS * 7) : random.int(newest, HISTORY_DAYS - 2)
  // Ends, and is closed, before the demo's day begins.
  const from = -day * MINUTES_PER_DAY + random.int(0, MINUTES_PER_DAY - 1) - longest - LAST_UPDATE_MINUTES
  const to = from + minutes
  const isQuiet = cloud.domain === MAIN_DOMAIN && [from, to].some((at) => QUIET_WEEKS.includes(weekOf(at)))
  return isQuiet ? whenOn(cloud, gravity, random) : { from, to }
}

/** The page of the weekly timeline on which a minute lies; the demo's day is the last of page 0. */
export function weekOf(minute: DemoMinute): number {
  const daysAgo = -Math.floor(minute / MINUTES_PER_DAY)
  return Math.floor(daysAgo / 7)
}

/** A data center that fails takes other clouds of the product with it, if they run there. */
function alsoIn(
  cloud: DemoCloud,
  dataCenters: readonly DemoDataCenter[],
  random: Random,
): [DemoCloud, ...DemoCloud[]] {
  const others = CLOUDS.filter(
    (other) =>
      other !== cloud &&
      other.domain !== MAIN_DOMAIN &&
      other.product === cloud.product &&
      dataCenters.every((center) => dataCentersOf(other).includes(center)),
  )
  return [cloud, ...(random.chance(0.5) ? others : [])]
}

function isInService({ startedDaysAgo, endedDaysAgo }: DemoService, at: DemoMinute): boolean {
  const daysAgo = -at / MINUTES_PER_DAY
  return daysAgo < startedDaysAgo && (endedDaysAgo === null || daysAgo > endedDaysAgo + 1)
}
