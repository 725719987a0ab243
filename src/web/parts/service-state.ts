import type { Service } from '../../contract/cloud-status.ts'
import { CLOUD_STATES, type CloudState } from '../../domain/cloud.ts'
import { stateOfSeverity } from '../../domain/record.ts'

export type Issue = Service['category_status'][number]

/** How a service or data center is now: S-09 decommissioned, or as bad as the gravest thing still open on it. */
export type ServiceState =
  | { kind: 'decommissioned' }
  | { kind: 'running' }
  | { kind: 'troubled'; state: CloudState; issues: [Issue, ...Issue[]] }

export function serviceState(service: Pick<Service, 'status' | 'category_status'>): ServiceState {
  if (service.status === 0) return { kind: 'decommissioned' }
  const [gravest, ...others] = openTroubles(service.category_status)
  if (gravest === undefined) return { kind: 'running' }
  return { kind: 'troubled', state: stateOfSeverity(gravest.severityTid), issues: [gravest, ...others] }
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
export function countStates(services: readonly Service[]): StateCounts {
  const states = services.map(serviceState).filter((state) => state.kind !== 'decommissioned')
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
export function troubledFirst(services: readonly Service[]): Service[] {
  return services.toSorted((a, b) => rank(b) - rank(a))
}

const DECOMMISSIONED_RANK = -1

function rank(service: Service) {
  const state = serviceState(service)
  switch (state.kind) {
    case 'decommissioned':
      return DECOMMISSIONED_RANK
    case 'running':
      return 0
    case 'troubled':
      return CLOUD_STATES.indexOf(state.state)
  }
}
