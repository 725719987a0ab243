import styles from './failed-page.module.css'

/** G-20: without global data there is no menu and no cloud. The empty href reloads this page, even without scripts. */
export function GlobalFailed() {
  return (
    <main id="main" className="page">
      <section className={styles.failed}>
        <h1>We can’t load the content of this site.</h1>
        <p className={styles.reason}>We can't load this page right now. Try again in a minute.</p>
        <p>
          {/* biome-ignore lint/a11y/useValidAnchor: an empty href is this address */}
          <a className="button" href="">
            Retry
          </a>
        </p>
      </section>
    </main>
  )
}
