import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import styles from './failed-page.module.css'

/** When the code of a page cannot be had or breaks: a fresh document may bring a newer release. */
export function CrashedPage() {
  const error = useRouteError()
  useEffect(() => console.error('Showing the page failed:', error), [error])
  return (
    <section className={styles.failed}>
      <h1>This page cannot be shown right now.</h1>
      <p className={styles.reason}>Something went wrong on our side. Loading it afresh often helps.</p>
      <p>
        <button type="button" className="button" onClick={() => location.reload()}>
          Retry
        </button>
      </p>
    </section>
  )
}
