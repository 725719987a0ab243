import { CLOUD_OPERATIONS, NETWORK_OPERATIONS, SERVICE_RELIABILITY } from '../bylines.ts'
import type { DemoCloud } from '../clouds.ts'
import { type DemoDataCenter, type RegionName, regionInText } from '../data-centers/data-centers.ts'
import {
  type DemoInternals,
  type DemoRecord,
  type DemoUpdate,
  demoRecord,
  type SeverityName,
} from '../demo-record.ts'
import { type DemoMinute, MINUTES_PER_HOUR, timeOfDay } from '../demo-time.ts'
import { fill, listed, paragraphs, type Slots } from '../fill.ts'
import { deck, type Random } from '../random.ts'
import type { DemoService, ServiceName } from '../services.ts'
import type { Scenario, ScenarioGravity } from './scenario.ts'
import {
  HOW_FOUND,
  type IncidentPool,
  PREVENTION_TEXTS,
  TIMING_TEXTS,
  UPDATE_TEXTS,
  type UpdateStage,
} from './update-texts.ts'

export interface IncidentPlan {
  scenario: Scenario
  titleText: string
  clouds: readonly [DemoCloud, ...DemoCloud[]]
  serviceName: ServiceName | null
  services: readonly DemoService[]
  dataCenters: readonly DemoDataCenter[]
  from: DemoMinute
  to: DemoMinute
  internals: DemoInternals | null
}

const SEVERITY_OF: Readonly<Record<ScenarioGravity, SeverityName>> = {
  disruption: 'Service Disruption',
  degradation: 'Service Degradation',
  investigation: 'Under Investigation',
}

const EVENT_OF = {
  disruption: 'service_disruption',
  degradation: 'service_degradation',
  investigation: 'under_investigation',
} as const

const STAGES_BY_COUNT: readonly (readonly UpdateStage[])[] = [
  ['identified', 'resolved'],
  ['investigating', 'identified', 'resolved'],
  ['investigating', 'identified', 'monitoring', 'resolved'],
  ['investigating', 'identified', 'progress', 'monitoring', 'resolved'],
  ['investigating', 'identified', 'progress', 'progress', 'monitoring', 'resolved'],
]

const CLUSTER_PREFIX: Readonly<Record<RegionName, string>> = {
  'North America': 'NA',
  'Latin America': 'LA',
  Europe: 'EU',
  'Middle East': 'ME',
  Africa: 'AF',
  'South Asia': 'SA',
  'Asia Pacific': 'AP',
  Oceania: 'OC',
}

const REFUGES: Readonly<Record<RegionName, readonly string[]>> = {
  'North America': ['Denver', 'Toronto', 'Phoenix', 'Charlotte'],
  'Latin America': ['Santiago', 'Miami', 'Querétaro'],
  Europe: ['Amsterdam', 'Vienna', 'Brussels', 'Prague'],
  'Middle East': ['Tel Aviv', 'Mumbai'],
  Africa: ['Cape Town', 'Marseille'],
  'South Asia': ['Hyderabad', 'Singapore'],
  'Asia Pacific': ['Osaka', 'Taipei', 'Kuala Lumpur'],
  Oceania: ['Brisbane', 'Singapore'],
}

type IncidentWriter = (plan: IncidentPlan) => DemoRecord

export function incidentWriter(random: Random): IncidentWriter {
  const pools = { service: textPool('service', random), 'data center': textPool('data center', random) }
  const reported = deck(random, HOW_FOUND.report)
  const timing = deck(random, TIMING_TEXTS)

  return function write(plan) {
    const { scenario } = plan
    const slots = slotsOf(plan, random)
    const say = (text: string) => fill(text, slots)
    const outcome = { cause: say(scenario.cause), fix: say(scenario.fix) }
    const pool = pools[plan.serviceName === null ? 'data center' : 'service']
    const team = plan.serviceName === null ? NETWORK_OPERATIONS : CLOUD_OPERATIONS
    const postedOn = plan.from + random.int(6, 28)
    const closedOn = Math.max(plan.to, postedOn + 20) + random.int(5, 25)
    const severity = SEVERITY_OF[scenario.gravity]

    const updates = stagesFor(plan, random).map((stage, index, stages): DemoUpdate => {
      const minutesBetween = (closedOn - postedOn) / stages.length
      const minute = Math.round(postedOn + minutesBetween * (index + 1))
      const wasUnclear = stage === 'identified' && scenario.gravity !== 'investigation' && random.chance(0.3)
      return {
        postedOn: minute,
        status: stage === 'resolved' ? 'Resolved' : stage === 'monitoring' ? 'Monitoring' : 'In Progress',
        severity: wasUnclear ? severity : null,
        body: fill(pool.update[stage](), {
          ...slots,
          ...outcome,
          time: timeOfDay(minute - random.int(4, 12)),
          wait: promiseText(minutesBetween),
        }),
        createdBy: stage === 'resolved' ? SERVICE_RELIABILITY : team,
      }
    })

    return demoRecord({
      kind: 'incident',
      type: plan.serviceName === null ? 'datacenter_issue' : 'core_cloud_services',
      eventType: EVENT_OF[scenario.gravity],
      severity,
      status: 'Resolved',
      title: say(plan.titleText),
      summary: say(scenario.summary),
      body: [
        paragraphs(say(scenario.summary), fill(timing(), slots)),
        `<h3>Cause</h3>${paragraphs(outcome.cause)}`,
        `<h3>What we did</h3>${paragraphs(random.chance(0.6) ? `${outcome.fix} ${pool.prevention()}` : outcome.fix)}`,
      ].join(''),
      tags: plan.serviceName === null ? scenario.tags : [plan.serviceName, ...scenario.tags],
      clusters: clustersOf(plan, random),
      createdAt: plan.from + random.int(2, 5),
      postedOn,
      updatedOn: closedOn,
      closedOn,
      from: plan.from,
      to: plan.to,
      author: team,
      createdBy: team,
      updatedBy: SERVICE_RELIABILITY,
      resolvedBy: SERVICE_RELIABILITY,
      customerImpact: say(scenario.impact),
      workaround: scenario.workaround === undefined ? null : say(scenario.workaround),
      howFound: scenario.gravity === 'investigation' ? reported() : pool.howFound(),
      cloudIds: plan.clouds.map((cloud) => cloud.id),
      serviceTids: plan.services.map((service) => service.tid),
      dataCenterTids: plan.dataCenters.map((center) => center.tid),
      updates,
      internals: plan.internals,
    })
  }
}

function textPool(pool: IncidentPool, random: Random) {
  const texts = UPDATE_TEXTS[pool]
  return {
    update: {
      investigating: deck(random, texts.investigating),
      identified: deck(random, texts.identified),
      progress: deck(random, texts.progress),
      monitoring: deck(random, texts.monitoring),
      resolved: deck(random, texts.resolved),
    },
    howFound: deck(random, HOW_FOUND[pool]),
    prevention: deck(random, PREVENTION_TEXTS[pool]),
  }
}

/** Only the title, to check whether a list already has it. Titles must not use random slots. */
export function titleOf(plan: IncidentPlan): string {
  return fill(plan.titleText, placeSlots(plan))
}

/** Without data centers there is no {places} slot: a scenario that needs it is a mistake there. */
function placeSlots({ clouds, dataCenters, serviceName }: IncidentPlan): Slots {
  const [first] = dataCenters
  const places = listed(dataCenters.map((center) => center.name))
  return {
    cloud: clouds[0].domain,
    subject: serviceName ?? places,
    ...(first && { places, region: regionInText(first.region) }),
  }
}

function slotsOf(plan: IncidentPlan, random: Random): Slots {
  const [first] = plan.dataCenters
  const cities = plan.dataCenters.map((center) => center.city)
  return {
    ...placeSlots(plan),
    ...(first && { other: random.pick(REFUGES[first.region].filter((city) => !cities.includes(city))) }),
    percent: random.int(4, 38),
    minutes: random.int(8, 48),
    count: random.int(3, 9),
    from: timeOfDay(plan.from),
    to: timeOfDay(plan.to),
    duration: durationText(plan.to - plan.from),
  }
}

function stagesFor({ from, to }: IncidentPlan, random: Random): readonly UpdateStage[] {
  const hours = (to - from) / MINUTES_PER_HOUR
  const longest = hours < 1 ? 1 : hours < 3 ? 2 : hours < 6 ? 3 : 4
  return STAGES_BY_COUNT[random.int(Math.max(0, longest - 1), longest)] ?? []
}

function clustersOf({ dataCenters }: IncidentPlan, random: Random): string[] {
  const clusters = dataCenters.map(({ region }) => `${CLUSTER_PREFIX[region]} gateways ${random.int(1, 6)}`)
  return [...new Set(clusters)].sort()
}

/** A round time that the next update keeps. */
function promiseText(minutes: number): string {
  return minutes < 90
    ? `${Math.ceil(minutes / 15) * 15} minutes`
    : durationText(Math.ceil(minutes / MINUTES_PER_HOUR) * MINUTES_PER_HOUR)
}

function durationText(minutes: number): string {
  const hours = Math.floor(minutes / MINUTES_PER_HOUR)
  const rest = minutes % MINUTES_PER_HOUR
  const parts = [
    ...(hours > 0 ? [hours === 1 ? '1 hour' : `${hours} hours`] : []),
    ...(rest > 0 ? [rest === 1 ? '1 minute' : `${rest} minutes`] : []),
  ]
  return listed(parts)
}
