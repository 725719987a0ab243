import { CHANGE_MANAGEMENT, NETWORK_OPERATIONS, SERVICE_RELIABILITY } from '../bylines.ts'
import { cloudPicker } from '../cloud-picker.ts'
import { CLOUDS, cloudOf, type DemoCloud } from '../clouds.ts'
import { dataCentersOf, runsIn } from '../data-centers/cloud-data-centers.ts'
import { type DemoDataCenter, dataCenterOf } from '../data-centers/data-centers.ts'
import { pickNearby } from '../data-centers/nearby.ts'
import type { DemoRecord } from '../demo-record.ts'
import { clock, type DemoMinute, HISTORY_DAYS, MINUTES_PER_DAY, MINUTES_PER_HOUR } from '../demo-time.ts'
import { fresh } from '../fresh.ts'
import { internalsDealer } from '../internals.ts'
import { must } from '../must.ts'

import { deck, type Random, randomNamed } from '../random.ts'
import { type DemoService, servicesOf } from '../services.ts'
import { DATA_CENTER_WORK } from './data-center-work.ts'
import type { MaintenanceWork } from './maintenance-work.ts'
import { OTHER_WORK, SERVICE_WORK } from './service-work.ts'
import { type MaintenancePlan, maintenanceWriter, titleOf } from './write-maintenance.ts'

const PAST_MAINTENANCE = 505
const DATA_CENTER_SHARE = 0.46
const SERVICE_SHARE = 0.36
const POSTPONED_SHARE = 0.07
/** A larger share is within the last weeks, which readers look at most. */
const RECENT_SHARE = 0.1
const RECENT_DAYS = 60
const INTERNALS_SHARE = 0.12
const DEGREES_PER_HOUR = 15
/** Windows start between 22:00 and 02:00 solar time, where the work is done. */
const EARLIEST_LOCAL_HOUR = 22
const LOCAL_START_SPREAD_QUARTERS = 16
const MINUTES_PER_QUARTER = 15
const AHEAD_DAYS = 14

export function maintenance(): DemoRecord[] {
  const random = randomNamed('maintenance')
  const write = maintenanceWriter(random)
  const planner = maintenancePlanner(random)
  const pickCloud = cloudPicker(CLOUDS)

  const past = Array.from({ length: PAST_MAINTENANCE }, () => {
    const outcome = random.chance(POSTPONED_SHARE) ? 'postponed' : 'completed'
    const oldest = random.chance(RECENT_SHARE) ? RECENT_DAYS : HISTORY_DAYS - 20
    return write(planner(pickCloud(random), () => -random.int(2, oldest), outcome))
  })
  const ahead = CLOUDS.flatMap((cloud) =>
    Array.from({ length: cloud.isBeta ? 1 : Math.ceil(cloud.weight / 3) }, () =>
      write(planner(cloud, () => random.int(2, AHEAD_DAYS - 1), 'ahead')),
    ),
  )
  return [...past, ...ahead, ...underWay().map(write), write(postponedAhead())]
}

function maintenancePlanner(random: Random) {
  const dealInternals = internalsDealer(random)
  const works = {
    dataCenter: deck(random, titledWorks(DATA_CENTER_WORK)),
    service: deck(random, titledWorks(SERVICE_WORK)),
    other: deck(random, titledWorks(OTHER_WORK)),
  }
  const titlesOf = new Map<number, Set<string>>(CLOUDS.map((cloud) => [cloud.id, new Set()]))

  return function planFor(
    cloud: DemoCloud,
    pickDay: () => number,
    outcome: MaintenancePlan['outcome'],
  ): MaintenancePlan {
    const plan = fresh(() => draft(cloud, pickDay(), outcome), isNew)
    for (const each of plan.clouds) titlesOf.get(each.id)?.add(titleOf(plan))
    return plan
  }

  function draft(cloud: DemoCloud, day: number, outcome: MaintenancePlan['outcome']): MaintenancePlan {
    const lot = random.next()
    const internals = dealInternals({ share: INTERNALS_SHARE })
    const at = day * MINUTES_PER_DAY
    const [center] = pickNearby(random, cloud, at, { most: 1, within: 0 })

    if (lot < DATA_CENTER_SHARE && center) {
      const dataCenters = random.chance(0.8) ? [center] : pickTwins(center, cloud)
      return {
        ...works.dataCenter(),
        type: 'datacenter_maintenance',
        clouds: cloudsThatRunIn(dataCenters, cloud),
        services: [],
        dataCenters,
        from: nightStart(day, center.longitude, random),
        outcome,
        internals,
      }
    }
    const from = nightStart(day, center?.longitude ?? 0, random)
    if (lot < DATA_CENTER_SHARE + SERVICE_SHARE || !center) {
      const service = random.pick(servicesOf(cloud).filter((each) => isRunning(each, at)))
      return {
        ...works.service(),
        type: 'core_cloud_services_maintenance',
        clouds: [cloud],
        services: [service],
        dataCenters: [],
        from,
        outcome,
        internals,
      }
    }
    return {
      ...works.other(),
      type: 'other_maintenance',
      clouds: [cloud, ...CLOUDS.filter((other) => other !== cloud && other.product === cloud.product)],
      services: [],
      dataCenters: [],
      from,
      outcome,
      internals,
    }
  }

  function isNew(plan: MaintenancePlan): boolean {
    const title = titleOf(plan)
    return plan.clouds.every((cloud) => !titlesOf.get(cloud.id)?.has(title))
  }
}

/** Work of more than a day, so that it is in progress throughout the demo's day. */
function underWay(): MaintenancePlan[] {
  const work = (titlePart: string) => workNamed(DATA_CENTER_WORK, titlePart)
  const milan = dataCenterOf('Milan I')
  const ashburn = dataCenterOf('Ashburn IV')
  return [
    {
      ...work('move to a new hall'),
      type: 'datacenter_maintenance',
      clouds: cloudsThatRunIn([milan], cloudOf('northwall.net')),
      services: [],
      dataCenters: [milan],
      from: clock(-1, '21:00'),
      hours: 34,
      outcome: 'under way',
      internals: null,
      team: NETWORK_OPERATIONS,
    },
    {
      ...work('host updates'),
      type: 'datacenter_maintenance',
      clouds: [cloudOf('northwall-gov.net'), cloudOf('northwall-gov-ten.net')],
      services: [],
      dataCenters: [ashburn],
      from: clock(-1, '04:00'),
      hours: 52,
      outcome: 'under way',
      internals: null,
      team: SERVICE_RELIABILITY,
    },
  ]
}

function postponedAhead(): MaintenancePlan {
  const cloud = cloudOf('northwall.net')
  const tokyo = dataCenterOf('Tokyo II')
  return {
    ...workNamed(DATA_CENTER_WORK, 'replacement of edge routers'),
    type: 'datacenter_maintenance',
    clouds: [cloud],
    services: [],
    dataCenters: [tokyo],
    from: clock(4, '15:00'),
    outcome: 'postponed',
    internals: null,
    team: CHANGE_MANAGEMENT,
  }
}

function titledWorks(works: readonly MaintenanceWork[]) {
  return works.flatMap((work) => work.titles.map((titleText) => ({ work, titleText })))
}

function workNamed(works: readonly MaintenanceWork[], titlePart: string) {
  return must(
    titledWorks(works).find(({ titleText }) => titleText.includes(titlePart)),
    `work named ${titlePart}`,
  )
}

function cloudsThatRunIn(
  dataCenters: readonly DemoDataCenter[],
  first: DemoCloud,
): [DemoCloud, ...DemoCloud[]] {
  const others = CLOUDS.filter(
    (cloud) => cloud !== first && cloud.product === first.product && runsIn(cloud, dataCenters),
  )
  return [first, ...others]
}

function pickTwins(center: DemoDataCenter, cloud: DemoCloud): DemoDataCenter[] {
  const twins = dataCentersOf(cloud).filter(
    ({ city, openedDaysAgo, closedDaysAgo }) =>
      city === center.city && openedDaysAgo >= center.openedDaysAgo && closedDaysAgo === null,
  )
  return twins.includes(center) ? twins.slice(0, 2) : [center]
}

function isRunning({ endedDaysAgo }: DemoService, at: DemoMinute): boolean {
  return endedDaysAgo === null || -at / MINUTES_PER_DAY > endedDaysAgo + 2
}

function nightStart(day: number, longitude: number, random: Random): DemoMinute {
  const offsetHours = Math.round(longitude / DEGREES_PER_HOUR)
  const local =
    EARLIEST_LOCAL_HOUR * MINUTES_PER_HOUR + random.int(0, LOCAL_START_SPREAD_QUARTERS) * MINUTES_PER_QUARTER
  const inDay = (local - offsetHours * MINUTES_PER_HOUR + MINUTES_PER_DAY) % MINUTES_PER_DAY
  return day * MINUTES_PER_DAY + inDay
}
