import { useRouteError } from 'react-router'
import styles from './screen.module.css'

/** For our own bugs, or if the site is unreachable. The editor keeps its draft. */
export function BrokenScreen() {
  const error = useRouteError()
  console.error('A screen broke:', error)
  return (
    <div className={styles.screen}>
      <h1>We can’t show this screen</h1>
      <p className={styles.lead}>
        The site may be unreachable, or a newer version was just started. What you typed is saved in this
        browser.
      </p>
      <p>
        <button type="button" className="button primary" onClick={() => location.reload()}>
          Reload
        </button>
      </p>
    </div>
  )
}
