import { Link } from 'react-router'
import { FoldSummary } from '../../ui/parts/fold-summary.tsx'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import type { NamedPlace } from './affected-places.ts'
import styles from './folded-names.module.css'

const NAMES_SHOWN = 4

export function FoldedNames({ names }: { names: readonly NamedPlace[] }) {
  const hasFold = names.length > NAMES_SHOWN + 1
  if (!hasFold) return <Names names={names} />
  return (
    <div className={styles.folded}>
      <Names names={names.slice(0, NAMES_SHOWN)} />
      <details className={styles.rest}>
        <FoldSummary>
          <span className={styles.more}>and {names.length - NAMES_SHOWN} more</span>
          <span className={styles.fewer}>Show fewer</span>
        </FoldSummary>
        <Names names={names.slice(NAMES_SHOWN)} />
      </details>
    </div>
  )
}

function Names({ names }: { names: readonly NamedPlace[] }) {
  return (
    <ul className={styles.names}>
      {names.map(({ name, to, state }) => (
        <li key={name}>
          <bdi>{to === undefined ? name : <Link to={to}>{name}</Link>}</bdi>
          {state !== undefined && (
            <>
              {' '}
              <span className={`${tones.tone} ${styles.state}`} data-tone={state.tone}>
                (<StateShape tone={state.tone} /> {state.word})
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
