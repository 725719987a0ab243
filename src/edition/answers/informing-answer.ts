import type { ReadAnswer } from '../../contract/public-reads.ts'
import { nextGoalStart } from '../../domain/dated-goals.ts'
import { informingFilePath } from '../../domain/informing/informing-address.ts'
import {
  informingGoalsBegun,
  type Quarter,
  quarterBefore,
  quarterFigures,
  quarterOf,
} from '../../domain/informing/quarter-figures.ts'
import { type Edition, findCloud, type SiteCloud } from '../edition.ts'
import { incidentsByQuarter, nextPromise, presentFacts } from '../informing.ts'
import { type Answerer, unknownCloud, value } from './answer-outcome.ts'

const QUARTERS_SHOWN = 8
const INCIDENTS_SHOWN = 100

type Data = ReadAnswer<'/api/how-we-inform'>['data']

export const informingAnswer: Answerer<'/api/how-we-inform'> = ({ edition, now }, input) => {
  const cloud = findCloud(edition, input.cloud)
  if (cloud === undefined) return unknownCloud(input.cloud)
  const byQuarter = incidentsByQuarter(edition, cloud)
  const quarters = quartersUntil(byQuarter.keys(), now).slice(0, QUARTERS_SHOWN)
  const asked = input.quarter !== undefined && byQuarter.has(input.quarter) ? input.quarter : undefined
  const shown = asked ?? newestUntil(byQuarter.keys(), now)
  const incidents = (shown === undefined ? undefined : byQuarter.get(shown)) ?? []
  const data: Data = {
    as_of: edition.publishedAt.toISOString(),
    goals: presentGoals(edition, now),
    quarters: quarters.map((quarter) => figuresOf(edition, cloud, { quarter, now })),
    quarter: shown ?? null,
    incidents: incidents.slice(0, INCIDENTS_SHOWN).map(({ record, facts }) => ({
      id: record.id,
      title: record.title,
      ...presentFacts(facts, { now, edition }),
    })),
    total: incidents.length,
    files: {
      csv: informingFilePath(cloud.domain, 'csv', shown),
      json: informingFilePath(cloud.domain, 'json', shown),
    },
  }
  return value({ data }, { until: nextChange(edition, cloud, now) })
}

function quartersUntil(known: Iterable<Quarter>, now: Date): Quarter[] {
  const [oldest] = [...known].sort()
  if (oldest === undefined) return []
  const quarters: Quarter[] = []
  for (let quarter = quarterOf(now.getTime()); quarter >= oldest; quarter = quarterBefore(quarter))
    quarters.push(quarter)
  return quarters
}

/** An imported incident may have a start in the future by mistake. It is shown only if there is no other. */
function newestUntil(known: Iterable<Quarter>, now: Date): Quarter | undefined {
  const inOrder = [...known].sort()
  const today = quarterOf(now.getTime())
  return inOrder.findLast((quarter) => quarter <= today) ?? inOrder[0]
}

export function figuresOf(
  edition: Edition,
  cloud: SiteCloud,
  { quarter, now }: { quarter: Quarter; now: Date },
): Data['quarters'][number] {
  const incidents = incidentsByQuarter(edition, cloud).get(quarter) ?? []
  const { promises, ...figures } = quarterFigures(
    incidents.map(({ facts }) => facts),
    { quarter, goals: informingGoalsBegun(edition.site.provider, now), now: now.getTime() },
  )
  const { goal, ...counts } = promises
  return {
    quarter,
    ...figures,
    withdrawn: withdrawnIn(edition, quarter),
    promises: { ...counts, goal: goal && { percent: goal.percent, is_met: goal.isMet } },
  }
}

/** On all clouds: what is left of a withdrawn post doesn't say where it was. */
function withdrawnIn({ records }: Edition, quarter: Quarter): number {
  let count = 0
  for (const { kind, withdrawn_on: on } of records.notes.values())
    if (kind === 'incident' && quarterOf(on.getTime()) === quarter) count += 1
  return count
}

export function presentGoals({ site: { provider } }: Edition, now: Date): Data['goals'] {
  const { publish_goals, message_goals, promise_goals } = informingGoalsBegun(provider, now)
  return { publish: publish_goals, message: message_goals, promise: promise_goals }
}

export function nextChange(edition: Edition, cloud: SiteCloud, now: Date): Date | undefined {
  const facts = [...incidentsByQuarter(edition, cloud).values()].flatMap((group) =>
    group.map((each) => each.facts),
  )
  const { publish_goals, message_goals, promise_goals } = edition.site.provider
  const changes = [
    nextPromise(facts, now),
    nextGoalStart([...publish_goals, ...message_goals, ...promise_goals], now),
  ].filter((at) => at !== undefined)
  return changes.sort((a, b) => a.getTime() - b.getTime())[0]
}
