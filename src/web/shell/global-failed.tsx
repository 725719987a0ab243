import styles from './failed-page.module.css'

/** G-20: without the global data there is no menu and no cloud; an empty address loads this one again, without scripts too. */
export function GlobalFailed() {
  return (
    <main id="main" className="page">
      <section className={styles.failed}>
        <h1>We can’t load the content of this site.</h1>
        <p className={styles.reason}>We can't load this page right now. Try again in a minute.</p>
        <p>
          {/* biome-ignore lint/a11y/useValidAnchor: empty means this very address */}
          <a className="button" href="">
            Retry
          </a>
        </p>
      </section>
    </main>
  )
}
