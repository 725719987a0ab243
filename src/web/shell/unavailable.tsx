import { SERVICE_UNAVAILABLE } from '../../domain/texts.ts'
import styles from './unavailable.module.css'

/** O-06: all that is shown where accounts would be. */
export function Unavailable({ more }: { more?: string | undefined }) {
  return (
    <section className={styles.unavailable}>
      <h1>{SERVICE_UNAVAILABLE}</h1>
      {more !== undefined && <p>{more}</p>}
    </section>
  )
}
