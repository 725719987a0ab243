import { Link } from 'react-router'
import { type CenterState, centerStateWord } from '../../domain/map/center-state.ts'
import { type CentersType, type TimelineQuery, timelineAddress } from '../../domain/timeline-query.ts'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import { toneOfState } from '../../ui/parts/tone.ts'
import styles from './center-tabs.module.css'

const TABS: readonly [CentersType, string][] = [
  ['public', 'Public Data Center'],
  ['premium', 'Premium Data Center'],
]

/** S-06: switching the type returns to the current week (S-07). The hidden tab says if something is wrong there now. */
export function CenterTabs({
  path,
  query,
  otherState,
}: {
  path: string
  query: TimelineQuery
  otherState: CenterState
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

function Mark({ state }: { state: CenterState }) {
  const tone = toneOfState(state)
  return (
    <span
      className={`${tones.tone} ${styles.mark}`}
      data-tone={tone}
      title={`Some are ${centerStateWord(state)} now`}
    >
      <StateShape tone={tone} />
      <span className="hidden">, some {centerStateWord(state)} now</span>
    </span>
  )
}
