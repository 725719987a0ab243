import { SEVERITY } from '../../domain/record.ts'
import { severityName } from '../../ui/parts/severity-name.ts'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import { toneOfSeverity } from '../../ui/parts/tone.ts'
import styles from './severity-legend.module.css'

const IN_LEGEND = [SEVERITY.underInvestigation, SEVERITY.serviceDisruption, SEVERITY.serviceDegradation]

/** S-08: exactly these three. */
export function SeverityLegend() {
  return (
    <ul className={styles.legend} aria-label="Severities">
      {IN_LEGEND.map((tid) => (
        <li key={tid}>
          <span className={`${tones.tone} ${styles.swatch}`} data-tone={toneOfSeverity(tid)}>
            <StateShape tone={toneOfSeverity(tid)} />
          </span>
          {severityName(tid)}
        </li>
      ))}
    </ul>
  )
}
