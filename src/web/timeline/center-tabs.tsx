import { Link } from 'react-router'
import type { CloudState } from '../../domain/cloud.ts'
import { type CentersType, type TimelineQuery, timelineAddress } from '../../domain/timeline-query.ts'
import { StateShape } from '../parts/state-shape.tsx'
import tones from '../parts/tone.module.css'
import { toneOfState } from '../parts/tone.ts'
import styles from './center-tabs.module.css'

const TABS: readonly [CentersType, string][] = [
  ['public', 'Public Data Center'],
  ['premium', 'Premium Data Center'],
]

/** S-06. Another type begins at this week again (S-07). A tab that is not shown says when something is wrong there now. */
export function CenterTabs({
  path,
  query,
  otherState,
}: {
  path: string
  query: TimelineQuery
  otherState: CloudState
}) {
  return (
    <nav className={styles.tabs} aria-label="Data center types">
      {TABS.map(([centers, name]) => (
        <Link
          key={centers}
          to={timelineAddress(path, { ...query, centers, week: 0, post: undefined })}
          preventScrollReset
          aria-current={centers === query.centers ? 'true' : undefined}
        >
          {name}
          {centers !== query.centers && otherState !== 'operational' && <Mark state={otherState} />}
        </Link>
      ))}
    </nav>
  )
}

const WORDS: Record<CloudState, string> = {
  operational: '',
  under_investigation: 'under investigation',
  service_degradation: 'degraded',
  service_disruption: 'disrupted',
}

function Mark({ state }: { state: CloudState }) {
  const tone = toneOfState(state)
  return (
    <span className={`${tones.tone} ${styles.mark}`} data-tone={tone} title={`Some are ${WORDS[state]} now`}>
      <StateShape tone={tone} />
      <span className="hidden">, some {WORDS[state]} now</span>
    </span>
  )
}
