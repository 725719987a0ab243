import { useRouteError } from 'react-router'
import styles from './screen.module.css'

/** A fault of ours, or a site that cannot be reached: said, with a way on. What was typed is kept by its editor. */
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
