import { BreakableAddress } from '../../ui/parts/breakable-address.tsx'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import styles from './said.module.css'

/** What has just been done, where it was asked for. It is there before its words are: only so are they read out. */
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
