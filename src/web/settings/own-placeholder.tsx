import { Link } from 'react-router'
import { PageHead } from '../parts/page-head.tsx'
import styles from './own-placeholder.module.css'

export function OwnPlaceholder({ title }: { title: string }) {
  return (
    <>
      <PageHead title={title} />
      <div className={styles.room}>
        <noscript>
          <p>
            This page shows your personal settings and needs JavaScript. All public pages work without it.
          </p>
          {/* Only signed-in users get here, and without scripts they have no menu to sign out. */}
          <p>
            <Link to="/sign-out">Sign out</Link>
          </p>
        </noscript>
        <div className={styles.rows} aria-hidden="true">
          {['first', 'second', 'third'].map((row) => (
            <div key={row} className={styles.row}>
              <i className={styles.name} />
              <i className={styles.line} />
            </div>
          ))}
        </div>
      </div>
    </>
  )
}
