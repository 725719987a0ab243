import { useRouteError } from 'react-router'
import styles from './screen.module.css'

/** A fault of ours, or a site that cannot be reached: said, with a way on. What was typed is kept by its editor. */
export function BrokenScreen() {
  const error = useRouteError()
  console.error('A screen broke:', error)
  return (
    <div className={styles.screen}>
      <h1>This screen could not be shown</h1>
      <p className={styles.lead}>
        The site may be out of reach, or a newer version of it has just been started. What you typed is kept
        in this browser.
      </p>
      <p>
        <button type="button" className="button primary" onClick={() => location.reload()}>
          Load it again
        </button>
      </p>
    </div>
  )
}
