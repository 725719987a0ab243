import { Link } from 'react-router'
import type { PageContext } from '../page.ts'
import styles from './center-fold.module.css'
import type { MapCenter } from './map-center.ts'

export function OpenRecords({ open, context }: { open: MapCenter['open']; context: PageContext }) {
  if (open.length === 0) return null
  return (
    <ul className={styles.openRecords}>
      {open.map(({ id, title }) => (
        <li key={id}>
          <Link to={`/${context.cloud.domain}/posts/${id}`} dir="auto">
            {title}
          </Link>
        </li>
      ))}
    </ul>
  )
}
