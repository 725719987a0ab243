import { Link } from 'react-router'
import type { EntryInLog } from '../../contract/records.ts'
import type { ShownPost } from '../../domain/log/verify-post.ts'
import { LOG_PATH } from '../../domain/machine-paths.ts'
import styles from './post-in-log.module.css'
import { VerifyButton } from './verify-button.tsx'

/** Where the public log has this post, and a button that proves it. */
export function PostInLog({ entry, shown }: { entry: EntryInLog | undefined; shown: ShownPost }) {
  if (entry === undefined) return null
  return (
    <section className={styles.log} aria-label="Public log">
      <VerifyButton
        // Another entry is another proof.
        key={`${entry.log} ${entry.index}`}
        label="Verify"
        verify={({ verifyPostHere }, verifying) => verifyPostHere({ ...verifying, shown, entry })}
      >
        <p>
          Entry {entry.index.toLocaleString('en-US')} of the <Link to={LOG_PATH}>public log</Link>
        </p>
      </VerifyButton>
    </section>
  )
}
