import styles from './failed-page.module.css'

/** G-20: without the global data there is no menu and no cloud; an empty address loads this one again, without scripts too. */
export function GlobalFailed({ onRetry }: { onRetry?: () => void }) {
  return (
    <main id="main" className="page">
      <section className={styles.failed}>
        <h1>The content of this site could not be loaded.</h1>
        <p className={styles.reason}>
          Menu and clouds are not to be had at the moment. Try again in a minute.
        </p>
        <p>
          {onRetry === undefined ? (
            // biome-ignore lint/a11y/useValidAnchor: empty means this very address
            <a className="button" href="">
              Retry
            </a>
          ) : (
            <button type="button" className="button" onClick={onRetry}>
              Retry
            </button>
          )}
        </p>
      </section>
    </main>
  )
}
