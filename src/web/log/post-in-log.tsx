import { Link } from 'react-router'
import type { EntryInLog } from '../../contract/records.ts'
import { LOG_PATH } from '../../domain/machine-paths.ts'
import styles from './post-in-log.module.css'
import { VerifyButton } from './verify-button.tsx'
import type { ShownPost } from './verify-post.ts'

export function PostInLog({
  entry,
  shown,
  section,
  cloud,
}: {
  entry: EntryInLog | undefined
  shown: ShownPost
  section: 'posts' | 'notification'
  cloud: { machine_name: string }
}) {
  if (entry === undefined) return null
  const id = shown.kind === 'record' ? shown.record.id : shown.id
  const path =
    section === 'notification'
      ? `/api/notification/${id}/${cloud.machine_name}`
      : `/api/posts/${id}?cloud=${cloud.machine_name}`
  return (
    <section className={styles.log} aria-label="Public log">
      <VerifyButton
        key={`${entry.log} ${entry.index}`}
        label="Verify"
        verify={({ verifyPostHere }, verifying) => verifyPostHere({ ...verifying, shown, path, entry })}
      >
        <p>
          Entry {entry.index.toLocaleString('en-US')} of the <Link to={LOG_PATH}>public log</Link>
        </p>
      </VerifyButton>
    </section>
  )
}
