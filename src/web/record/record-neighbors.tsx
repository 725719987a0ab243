import { Link } from 'react-router'
import type { RecordInPlace } from '../../contract/records.ts'
import styles from './record-neighbors.module.css'

export function RecordNeighbors({
  record: { previous, next },
  sectionPath,
}: {
  record: Pick<RecordInPlace, 'previous' | 'next'>
  sectionPath: string
}) {
  if (previous === null && next === null) return null
  return (
    <nav className={styles.neighbors} aria-label="Other records of this list">
      {previous !== null && (
        <Link className={styles.newer} to={`${sectionPath}/${previous.id}`} rel="prev">
          <span>Newer</span> <bdi>{previous.title}</bdi>
        </Link>
      )}
      {next !== null && (
        <Link className={styles.older} to={`${sectionPath}/${next.id}`} rel="next">
          <span>Older</span> <bdi>{next.title}</bdi>
        </Link>
      )}
    </nav>
  )
}
