import { CHANGE_MANAGEMENT, NETWORK_OPERATIONS } from '../bylines.ts'
import type { DemoCloud } from '../clouds.ts'
import type { DemoDataCenter, RegionName } from '../data-centers/data-centers.ts'
import { type DemoInternals, type DemoRecord, type DemoUpdate, demoRecord } from '../demo-record.ts'
import { type DemoMinute, MINUTES_PER_DAY, MINUTES_PER_HOUR, timeOfDay } from '../demo-time.ts'
import { fill, listed, paragraphs, type Slots } from '../fill.ts'
import { deck, type Random } from '../random.ts'
import type { DemoService } from '../services.ts'
import type { MaintenanceWork } from './maintenance-work.ts'
import { COMPLETED_TEXTS, POSTPONED_TEXTS, REMINDER_TEXTS, STARTED_TEXTS } from './update-texts.ts'

export interface MaintenancePlan {
  work: MaintenanceWork
  titleText: string
  type: 'core_cloud_services_maintenance' | 'datacenter_maintenance' | 'other_maintenance'
  clouds: readonly [DemoCloud, ...DemoCloud[]]
  services: readonly DemoService[]
  dataCenters: readonly DemoDataCenter[]
  from: DemoMinute
  hours?: number
  outcome: 'ahead' | 'under way' | 'completed' | 'postponed'
  internals: DemoInternals | null
  team?: string
}

const TAKES_OVER: Readonly<Record<RegionName, readonly string[]>> = {
  'North America': ['Denver', 'Toronto', 'Houston'],
  'Latin America': ['Santiago', 'Querétaro'],
  Europe: ['Vienna', 'Brussels', 'Copenhagen'],
  'Middle East': ['Tel Aviv', 'Manama'],
  Africa: ['Cape Town', 'Nairobi'],
  'South Asia': ['Hyderabad', 'Bengaluru'],
  'Asia Pacific': ['Osaka', 'Taipei'],
  Oceania: ['Brisbane', 'Auckland'],
}

export function titleOf(plan: MaintenancePlan): string {
  return fill(plan.titleText, namesIn(plan))
}

export function maintenanceWriter(random: Random): (plan: MaintenancePlan) => DemoRecord {
  const reminder = deck(random, REMINDER_TEXTS)
  const started = deck(random, STARTED_TEXTS)
  const completed = deck(random, COMPLETED_TEXTS)
  const postponed = deck(random, POSTPONED_TEXTS)

  return function write(plan) {
    const {
      work,
      from,
      outcome,
      team = plan.dataCenters.length > 0 ? NETWORK_OPERATIONS : CHANGE_MANAGEMENT,
    } = plan
    const to = from + (plan.hours ?? random.int(...work.hours)) * MINUTES_PER_HOUR
    const slots = slotsOf(plan, to, random)
    const say = (text: string) => fill(text, slots)
    const step = say(work.steps[0] ?? '')
    const sayUpdate = (text: string) =>
      fill(text, {
        ...slots,
        impact: say(work.impact),
        step: lowerFirst(step),
        began: timeOfDay(actualFrom),
      })
    const noticeDays = random.int(4, 13)
    const postedOn = Math.min(from, 0) - noticeDays * MINUTES_PER_DAY + random.int(-240, 240)
    const actualFrom = from + random.int(0, 12)
    const actualTo = Math.max(actualFrom + 20, to - random.int(5, 50))

    const announce: DemoUpdate[] = random.chance(0.3)
      ? [
          {
            postedOn: Math.min(from - random.int(600, 1500), saidBeforeToday(random)),
            status: 'Scheduled',
            severity: null,
            body: sayUpdate(reminder()),
            createdBy: CHANGE_MANAGEMENT,
          },
        ]
      : []
    const begin = (): DemoUpdate => ({
      postedOn: actualFrom,
      status: 'In Progress',
      severity: null,
      body: sayUpdate(started()),
      createdBy: team,
    })

    const common = {
      kind: 'maintenance' as const,
      type: plan.type,
      severity: work.hasImpact ? ('Informational' as const) : ('No Service Impact' as const),
      title: titleOf(plan),
      summary: say(work.summary),
      body: [
        paragraphs(say(work.summary)),
        '<h3>What we do</h3>',
        `<ul>${work.steps.map((each) => `<li>${say(each)}</li>`).join('')}</ul>`,
        `<h3>What to expect</h3>${paragraphs(say(work.impact))}`,
      ].join(''),
      tags: [...plan.services.map((service) => service.name), ...work.tags],
      createdAt: postedOn - random.int(60, 2000),
      postedOn,
      from,
      to,
      author: team,
      createdBy: CHANGE_MANAGEMENT,
      customerImpact: say(work.impact),
      cloudIds: plan.clouds.map((cloud) => cloud.id),
      serviceTids: plan.services.map((service) => service.tid),
      dataCenterTids: plan.dataCenters.map((center) => center.tid),
      internals: plan.internals,
    }

    switch (outcome) {
      case 'ahead':
        return demoRecord({
          ...common,
          eventType: 'scheduled',
          status: 'Scheduled',
          updatedOn: announce[0]?.postedOn ?? postedOn,
          updatedBy: CHANGE_MANAGEMENT,
          updates: announce,
        })
      case 'under way':
        return demoRecord({
          ...common,
          eventType: 'scheduled',
          status: 'In Progress',
          actualFrom,
          updatedOn: actualFrom,
          updatedBy: team,
          updates: [...announce, begin()],
        })
      case 'completed':
        return demoRecord({
          ...common,
          eventType: 'completed',
          status: 'Completed',
          actualFrom,
          actualTo,
          closedOn: actualTo,
          updatedOn: actualTo,
          updatedBy: team,
          resolvedBy: team,
          updates: [
            ...announce,
            begin(),
            {
              postedOn: actualTo,
              status: 'Completed',
              severity: null,
              body: fill(completed(), { to: timeOfDay(actualTo) }),
              createdBy: team,
            },
          ],
        })
      case 'postponed': {
        const decided = Math.min(from - random.int(120, 2000), saidBeforeToday(random))
        return demoRecord({
          ...common,
          eventType: 'postponed',
          status: 'Postponed',
          closedOn: decided,
          updatedOn: decided,
          updatedBy: CHANGE_MANAGEMENT,
          resolvedBy: CHANGE_MANAGEMENT,
          updates: [
            {
              postedOn: decided,
              status: 'Postponed',
              severity: null,
              body: postponed(),
              createdBy: CHANGE_MANAGEMENT,
            },
          ],
        })
      }
    }
  }
}

function namesIn({ clouds, services, dataCenters }: MaintenancePlan): Slots {
  return {
    cloud: clouds[0].domain,
    ...(services[0] && { service: services[0].name }),
    ...(dataCenters.length > 0 && { places: listed(dataCenters.map((center) => center.name)) }),
  }
}

function slotsOf(plan: MaintenancePlan, to: DemoMinute, random: Random): Slots {
  const [first] = plan.dataCenters
  return {
    ...namesIn(plan),
    ...(first && { other: random.pick(TAKES_OVER[first.region].filter((city) => city !== first.city)) }),
    from: timeOfDay(plan.from),
    to: timeOfDay(to),
    minutes: random.int(3, 9) * 5,
  }
}

/** Updates about planned maintenance were posted within the last day and a half, before the demo's day. */
function saidBeforeToday(random: Random): DemoMinute {
  return -random.int(90, 2000)
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
