import { countStates, type ServiceNow } from './service-state.ts'
import { StateShape } from './state-shape.tsx'
import styles from './state-summary.module.css'
import tones from './tone.module.css'
import { toneOfState } from './tone.ts'
import { counted } from './words.ts'

/** `8 services, 1 disrupted`, or `8 services, all running`. */
export function StateSummary({ services, noun }: { services: readonly ServiceNow[]; noun: string }) {
  const { total, troubles } = countStates(services)
  if (troubles.length === 0) return `${counted(total, noun)}, ${total === 1 ? 'running' : 'all running'}`
  return (
    <>
      {counted(total, noun)}
      {troubles.map(({ state, words }) => (
        <span key={state}>
          {', '}
          <span className={`${tones.tone} ${styles.trouble}`} data-tone={toneOfState(state)}>
            <StateShape tone={toneOfState(state)} /> {words}
          </span>
        </span>
      ))}
    </>
  )
}
