import type { Service } from '../../contract/cloud-status.ts'
import { CLOUD_STATES, type CloudState } from '../../domain/cloud.ts'
import { stateOfSeverity } from '../../domain/record.ts'

/** A service or data center and how it is now. The week behind it stays on the server. */
export interface ServiceNow {
  tid: number
  name: string
  info: string
  state: ServiceState
}

/** S-09: decommissioned; else as bad as the gravest thing still open. */
export type ServiceState =
  | { kind: 'decommissioned' }
  | { kind: 'running' }
  | { kind: 'troubled'; state: CloudState; issues: OpenIssue[] }

export interface OpenIssue {
  id: number
  title: string
  from: string
}

export function serviceNow({ tid, name, info, status, category_status }: Service): ServiceNow {
  return {
    tid,
    name,
    info,
    state: status === 0 ? { kind: 'decommissioned' } : stateOf(openTroubles(category_status)),
  }
}

type Issue = Service['category_status'][number]

function stateOf(troubles: readonly Issue[]): ServiceState {
  const [gravest] = troubles
  if (gravest === undefined) return { kind: 'running' }
  return {
    kind: 'troubled',
    state: stateOfSeverity(gravest.severityTid),
    issues: troubles.map(({ id, title, from }) => ({ id, title, from })),
  }
}

/** Open issues that impair something, gravest first; one that only informs leaves a service running. */
function openTroubles(issues: readonly Issue[]) {
  return issues
    .filter((issue) => issue.to === null && gravity(issue) > 0)
    .toSorted((a, b) => gravity(b) - gravity(a) || Date.parse(a.from) - Date.parse(b.from))
}

function gravity(issue: Issue) {
  return CLOUD_STATES.indexOf(stateOfSeverity(issue.severityTid))
}

export interface StateCounts {
  /** What is decommissioned does not count. */
  total: number
  troubles: { state: CloudState; words: string }[]
}

/** How many there are, and how many of them are `disrupted`, `degraded` or `under investigation`. */
export function countStates(services: readonly ServiceNow[]): StateCounts {
  const states = services.map(({ state }) => state).filter(({ kind }) => kind !== 'decommissioned')
  const troubles = TROUBLES.flatMap(([trouble, word]) => {
    const amount = states.filter((state) => state.kind === 'troubled' && state.state === trouble).length
    return amount === 0 ? [] : [{ state: trouble, words: `${amount} ${word}` }]
  })
  return { total: states.length, troubles }
}

const TROUBLES: readonly [CloudState, string][] = [
  ['service_disruption', 'disrupted'],
  ['service_degradation', 'degraded'],
  ['under_investigation', 'under investigation'],
]

/** What is broken stands first, what is gone last; otherwise the order of the server. */
export function troubledFirst(services: readonly ServiceNow[]): ServiceNow[] {
  return services.toSorted((a, b) => rank(b.state) - rank(a.state))
}

const DECOMMISSIONED_RANK = -1

function rank(state: ServiceState) {
  switch (state.kind) {
    case 'decommissioned':
      return DECOMMISSIONED_RANK
    case 'running':
      return 0
    case 'troubled':
      return CLOUD_STATES.indexOf(state.state)
  }
}
