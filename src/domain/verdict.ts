import { CLOUD_STATES, type CloudState } from './cloud.ts'
import { stateOfSeverity } from './record.ts'

export interface OpenIncident {
  id: number
  title: string
  severityTid: number
  since: Date
  nextUpdate: Date | null
  services: string[]
  dataCenters: string[]
}

export interface Verdict {
  state: CloudState
  /** What is wrong; empty when nothing is. */
  trouble: string
  /** Completes the sentence. */
  rest: string
  since: Date | null
  nextUpdate: Date | null
  /** The one that speaks. */
  incident: { id: number; title: string } | null
  /** All that break something, the one that speaks among them. */
  openCount: number
}

/** One sentence that answers the reader's question: what is broken, where, since when, and when we speak again. */
export function verdict(cloudTitle: string, open: readonly OpenIncident[]): Verdict {
  const [gravest, ...others] = byGravity(open)
  if (gravest === undefined) return allIsWell(cloudTitle)
  return {
    state: stateOfSeverity(gravest.severityTid),
    trouble: troubleOf(gravest),
    rest: `${placeOf(gravest)}. ${remainder(others.length)}`,
    since: gravest.since,
    nextUpdate: gravest.nextUpdate,
    incident: { id: gravest.id, title: gravest.title },
    openCount: 1 + others.length,
  }
}

/** The gravest state among open incidents, for a mark beside the cloud's name. */
export function stateOf(open: readonly Pick<OpenIncident, 'severityTid' | 'since'>[]): CloudState {
  const [gravest] = byGravity(open)
  return gravest === undefined ? 'operational' : stateOfSeverity(gravest.severityTid)
}

/** An open incident that is only informational breaks nothing. */
function byGravity<I extends Pick<OpenIncident, 'severityTid' | 'since'>>(open: readonly I[]): I[] {
  const gravity = (incident: I) => CLOUD_STATES.indexOf(stateOfSeverity(incident.severityTid))
  return open
    .filter((incident) => gravity(incident) > 0)
    .sort((a, b) => gravity(b) - gravity(a) || a.since.getTime() - b.since.getTime())
}

function allIsWell(cloudTitle: string): Verdict {
  return {
    state: 'operational',
    trouble: '',
    rest: `Everything on ${cloudTitle} is running.`,
    since: null,
    nextUpdate: null,
    incident: null,
    openCount: 0,
  }
}

function troubleOf(incident: OpenIncident) {
  const { subject, isPlural } = subjectOf(incident)
  return `${subject} ${isPlural ? 'are' : 'is'} ${CONDITION[stateOfSeverity(incident.severityTid)]}`
}

const CONDITION: Record<CloudState, string> = {
  operational: 'running',
  under_investigation: 'under investigation',
  service_degradation: 'degraded',
  service_disruption: 'disrupted',
}

function subjectOf(incident: OpenIncident) {
  const named = incident.services.length > 0 ? incident.services : incident.dataCenters
  const kind = incident.services.length > 0 ? 'services' : 'data centers'
  if (named.length === 0) return { subject: 'A service', isPlural: false }
  return { subject: inWords(named, kind), isPlural: named.length > 1 }
}

function placeOf({ services, dataCenters }: OpenIncident) {
  if (services.length === 0 || dataCenters.length === 0) return ''
  return ` in ${inWords(dataCenters, 'data centers', 'inside')}`
}

const NAMED_AT_MOST = 2

function inWords(names: string[], kind: string, position: 'start' | 'inside' = 'start') {
  if (names.length <= NAMED_AT_MOST) return names.join(' and ')
  const count = NUMBER_WORDS[names.length] ?? String(names.length)
  return `${position === 'start' ? capital(count) : count} ${kind}`
}

function remainder(otherIncidents: number) {
  if (otherIncidents === 0) return 'Everything else is running.'
  if (otherIncidents === 1) return 'One more incident is open.'
  return `${capital(NUMBER_WORDS[otherIncidents] ?? String(otherIncidents))} more incidents are open.`
}

const NUMBER_WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

function capital(word: string) {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
