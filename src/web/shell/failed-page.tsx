import { useLocation } from 'react-router'
import { FailedPart } from '../parts/failed-part.tsx'
import styles from './failed-page.module.css'

/** G-20: replaces the page. */
export function FailedPage({ message }: { message: string }) {
  const { pathname, search } = useLocation()
  return (
    <section className={styles.failed}>
      <h1>This page isn’t available right now.</h1>
      <p className={styles.reason}>{message}</p>
      <FailedPart what="Its content" path={pathname} query={new URLSearchParams(search)} />
    </section>
  )
}
