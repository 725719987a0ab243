import { cloudPicker } from '../cloud-picker.ts'
import { CLOUDS, type DemoCloud } from '../clouds.ts'
import { runsIn } from '../data-centers/cloud-data-centers.ts'
import type { DemoDataCenter } from '../data-centers/data-centers.ts'
import { pickNearby, SAME_AREA_DEGREES, SAME_CITY_DEGREES } from '../data-centers/nearby.ts'
import type { DemoRecord } from '../demo-record.ts'
import { type DemoMinute, HISTORY_DAYS, MINUTES_PER_DAY } from '../demo-time.ts'
import { fresh } from '../fresh.ts'
import { internalsDealer } from '../internals.ts'
import { deck, type Random, randomNamed } from '../random.ts'
import { type DemoService, type ServiceName, servicesOf } from '../services.ts'
import { DATA_CENTER_SCENARIOS } from './data-center-scenarios.ts'
import type { Scenario, ScenarioGravity } from './scenario.ts'
import { SERVICE_SCENARIOS } from './service-scenarios.ts'
import { lastWeekIncidents, openIncidents } from './this-week.ts'
import { type IncidentPlan, incidentWriter, titleOf } from './write-incident.ts'

const PAST_INCIDENTS = 640
/** The busiest cloud, whose last week is written by hand (see this-week.ts). */
const MAIN_DOMAIN = 'northwall.net'
/** Pages of the weekly timeline without incidents on the busiest cloud. */
export const QUIET_WEEKS: readonly number[] = [3, 6, 9, 11]
const TIMELINE_WEEKS = 13
/** A larger share is within the weeks of the timeline. */
const RECENT_SHARE = 0.16
const DATA_CENTER_SHARE = 0.38
const INTERNALS_SHARE = 0.35

const DURATION_MINUTES: Readonly<Record<ScenarioGravity, readonly [number, number]>> = {
  disruption: [14, 400],
  degradation: [35, 1300],
  investigation: [45, 500],
}
const LONGEST_MINUTES = 1300

interface Story {
  scenario: Scenario
  titleText: string
}

export function pastIncidents(): DemoRecord[] {
  const random = randomNamed('incidents')
  const write = incidentWriter(random)
  const dealInternals = internalsDealer(random)
  const stories = storyDealer(random)
  const titlesOf = titlesThisWeek()

  return beginnings(random).map(({ cloud, from }) => {
    const plan = fresh(() => planIncident(cloud, from), isNew)
    for (const each of plan.clouds) titlesOf.get(each.id)?.add(titleOf(plan))
    return write(plan)
  })

  function planIncident(cloud: DemoCloud, from: DemoMinute): IncidentPlan {
    const internals = dealInternals({ share: INTERNALS_SHARE })

    if (cloud.hasDataCenters && random.chance(DATA_CENTER_SHARE)) {
      const story = stories.dataCenter(cloud)
      const dataCenters = pickNearby(random, cloud, from, { most: 2, within: SAME_CITY_DEGREES })
      return {
        ...story,
        clouds: alsoIn(cloud, dataCenters, random),
        serviceName: null,
        services: [],
        dataCenters,
        from,
        to: from + durationOf(story.scenario, random),
        internals,
      }
    }

    const service = random.pick(servicesOf(cloud).filter((each) => isInService(each, from)))
    const story = stories.service(service.name, cloud)
    return {
      ...story,
      clouds: [cloud],
      serviceName: service.name,
      services: [service],
      dataCenters: isLocated(story.scenario)
        ? pickNearby(random, cloud, from, { most: 3, within: SAME_AREA_DEGREES })
        : [],
      from,
      to: from + durationOf(story.scenario, random),
      internals,
    }
  }

  function isNew(plan: IncidentPlan): boolean {
    const title = titleOf(plan)
    return plan.clouds.every((cloud) => !titlesOf.get(cloud.id)?.has(title))
  }
}

function titlesThisWeek(): Map<number, Set<string>> {
  const titlesOf = new Map<number, Set<string>>(CLOUDS.map((cloud) => [cloud.id, new Set()]))
  for (const { cloudIds, title } of [...lastWeekIncidents(), ...openIncidents()]) {
    for (const id of cloudIds) titlesOf.get(id)?.add(title)
  }
  return titlesOf
}

/** The page of the weekly timeline that contains a minute; the demo's day is the last of page 0. */
export function weekOf(minute: DemoMinute): number {
  const daysAgo = -Math.floor(minute / MINUTES_PER_DAY)
  return Math.floor(daysAgo / 7)
}

function beginnings(random: Random): { cloud: DemoCloud; from: DemoMinute }[] {
  const pickCloud = cloudPicker(CLOUDS)
  return Array.from({ length: PAST_INCIDENTS }, () => {
    const cloud = pickCloud(random)
    return { cloud, from: beginningOn(cloud, random) }
  }).sort((a, b) => a.from - b.from)
}

/** Early enough for the longest incident to be closed before the demo's day. */
function beginningOn(cloud: DemoCloud, random: Random): DemoMinute {
  const isMain = cloud.domain === MAIN_DOMAIN
  const newest = isMain ? 8 : 2
  const oldest = random.chance(RECENT_SHARE) ? TIMELINE_WEEKS * 7 : HISTORY_DAYS - 2
  const from = -random.int(newest, oldest) * MINUTES_PER_DAY + random.int(0, MINUTES_PER_DAY - 1)
  const touchesQuietWeek = [from, from + LONGEST_MINUTES].some((at) => QUIET_WEEKS.includes(weekOf(at)))
  return isMain && touchesQuietWeek ? beginningOn(cloud, random) : from
}

function durationOf({ gravity }: Scenario, random: Random): number {
  const [shortest, longest] = DURATION_MINUTES[gravity]
  return Math.round(shortest * (longest / shortest) ** random.next())
}

function storyDealer(random: Random) {
  const decks = new Map<string, () => Story>()
  const deal = (key: string, scenarios: readonly Scenario[]): Story => {
    const titled = decks.get(key) ?? deck(random, scenarios.flatMap(storiesOf))
    decks.set(key, titled)
    return titled()
  }
  return {
    dataCenter: (cloud: DemoCloud) => deal(cloud.domain, DATA_CENTER_SCENARIOS),
    service: (name: ServiceName, { hasDataCenters }: DemoCloud) =>
      deal(
        `${name} ${hasDataCenters}`,
        SERVICE_SCENARIOS[name].filter((scenario) => hasDataCenters || !isLocated(scenario)),
      ),
  }
}

function storiesOf(scenario: Scenario): Story[] {
  return scenario.titles.map((titleText) => ({ scenario, titleText }))
}

function isLocated({ titles, summary, impact, workaround = '', cause, fix }: Scenario): boolean {
  return [...titles, summary, impact, workaround, cause, fix].some((text) =>
    /\{(places|region|other)\}/.test(text),
  )
}

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
      runsIn(other, dataCenters),
  )
  return [cloud, ...(random.chance(0.5) ? others : [])]
}

function isInService({ startedDaysAgo, endedDaysAgo }: DemoService, at: DemoMinute): boolean {
  const daysAgo = -at / MINUTES_PER_DAY
  return daysAgo < startedDaysAgo && (endedDaysAgo === null || daysAgo > endedDaysAgo + 1)
}
