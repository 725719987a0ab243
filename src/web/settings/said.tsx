import { BreakableAddress } from '../../ui/parts/breakable-address.tsx'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import styles from './said.module.css'

/** In the DOM before its text, so that screen readers announce it. */
export function Said({ words }: { words: string | undefined }) {
  return (
    <div role="status" className={styles.status}>
      {words !== undefined && (
        <p className={styles.said}>
          <StateShape tone="up" />
          <span>
            <BreakableAddress address={words} />
          </span>
        </p>
      )}
    </div>
  )
}
