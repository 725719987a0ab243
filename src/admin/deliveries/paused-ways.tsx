import type { PausedWay } from '../../contract/deliveries.ts'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import { Moment } from '../../ui/times/moment.tsx'
import { pauseSentence } from './pause-sentence.ts'
import styles from './sendings.module.css'

export function PausedWays({ paused }: { paused: readonly PausedWay[] }) {
  return (
    <div role="status">
      {paused.map((pause) => (
        <p key={pause.way} className={`${tones.tone} ${styles.paused}`} data-tone="disruption">
          <StateShape tone="disruption" />
          <span>
            {pauseSentence(pause)} Messages wait and are sent once it works again.
            {/* For the operators of the mail server. */}
            <small>
              {pause.reason} · since <Moment at={pause.since} precision="minute" />
            </small>
          </span>
        </p>
      ))}
    </div>
  )
}
