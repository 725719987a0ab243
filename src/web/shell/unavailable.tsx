import { SERVICE_UNAVAILABLE } from '../../domain/texts.ts'
import { definePage, found } from '../page.ts'
import styles from './unavailable.module.css'

/** O-06: all that stands where accounts would be while there are none. */
export function unavailablePage(title: string) {
  return definePage<null>({
    load: async () => found(null),
    meta: () => ({ title, description: SERVICE_UNAVAILABLE, noindex: true }),
    Content: Unavailable,
  })
}

function Unavailable() {
  return (
    <section className={styles.unavailable}>
      <h1>{SERVICE_UNAVAILABLE}</h1>
    </section>
  )
}
