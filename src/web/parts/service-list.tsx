import { Link } from 'react-router'
import type { Cloud, CloudState } from '../../domain/cloud.ts'
import { Moment } from './moment.tsx'
import styles from './service-list.module.css'
import { type OpenIssue, type ServiceNow, troubledFirst } from './service-state.ts'
import { StateShape } from './state-shape.tsx'
import tones from './tone.module.css'
import { type Tone, toneOfState } from './tone.ts'

/** Services or data centers and how they are now, what is broken first. */
export function ServiceList({
  services,
  cloud,
  showsInfo = false,
}: {
  services: readonly ServiceNow[]
  cloud: Cloud
  showsInfo?: boolean
}) {
  return (
    <ul className={styles.services} data-told={showsInfo ? '' : undefined}>
      {troubledFirst(services).map((service) => (
        <ServiceRow key={service.tid} service={service} cloud={cloud} showsInfo={showsInfo} />
      ))}
    </ul>
  )
}

function ServiceRow({
  service,
  cloud,
  showsInfo,
}: {
  service: ServiceNow
  cloud: Cloud
  showsInfo: boolean
}) {
  const { state } = service
  const { tone, word } = signOf(state.kind === 'troubled' ? state.state : state.kind)
  return (
    <li className={`${tones.tone} ${styles.service}`} data-tone={tone} data-state={state.kind}>
      <span className={styles.name}>{service.name}</span>
      <span className={styles.state}>
        <StateShape tone={tone} />
        {word}
      </span>
      {showsInfo && service.info !== '' && <span className={styles.info}>{service.info}</span>}
      {state.kind === 'troubled' && (
        <ul className={styles.issues}>
          {state.issues.map((issue) => (
            <IssueLine key={issue.id} issue={issue} cloud={cloud} />
          ))}
        </ul>
      )}
    </li>
  )
}

function IssueLine({ issue, cloud }: { issue: OpenIssue; cloud: Cloud }) {
  return (
    <li>
      <Link to={`/${cloud.domain}/posts/${issue.id}`}>{issue.title}</Link>, since <Moment at={issue.from} />
    </li>
  )
}

const STATE_WORDS: Record<CloudState, string> = {
  operational: 'Running',
  under_investigation: 'Under Investigation',
  service_degradation: 'Service Degradation',
  service_disruption: 'Service Disruption',
}

function signOf(state: CloudState | 'running' | 'decommissioned'): { tone: Tone; word: string } {
  if (state === 'decommissioned') return { tone: 'quiet', word: 'Decommissioned' }
  if (state === 'running') return { tone: 'up', word: STATE_WORDS.operational }
  return { tone: toneOfState(state), word: STATE_WORDS[state] }
}
