import { PART_LOST } from '../../domain/availability.ts'
import styles from './definition.module.css'

/** Customers may base claims on these figures, so nothing is left to guess. */
export function Definition() {
  return (
    <details className={styles.definition}>
      <summary>How we calculate this</summary>
      <ul>
        <li>
          The figures come from the incidents published here, and change when an incident is corrected. Times
          are in UTC.
        </li>
        <li>
          A minute of disruption counts as lost in full, a minute of degradation as{' '}
          {PART_LOST.service_degradation * 100}% of a minute. Time under investigation is shown but doesn’t
          count.
        </li>
        <li>
          If the severity of an incident changed, or a service or data center was added later, each period
          counts with the severity and places it had then.
        </li>
        <li>If incidents overlap, each minute counts once, as the most severe of them.</li>
        <li>
          An incident counts in full, even if it reached only some customers, or a service only in some data
          centers.
        </li>
        <li>
          An incident about a whole cloud counts for all of its services and data centers, one about a data
          center only for that data center.
        </li>
        <li>
          Maintenance is left out: it counts neither as lost nor as available. An incident during maintenance
          does count.
        </li>
        <li>
          Time before something went into service or after it was decommissioned is left blank, not counted as
          100%.
        </li>
        <li>
          A goal applies from the month that it was set for. Earlier months keep the goal they had, and months
          without a goal are not rated. A goal is missed once more time is lost than it allows in the whole
          month.
        </li>
        <li>Percentages are rounded down, so 100% means that nothing was lost.</li>
      </ul>
    </details>
  )
}
