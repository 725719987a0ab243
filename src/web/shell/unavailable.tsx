import { SERVICE_UNAVAILABLE } from '../../domain/texts.ts'
import { definePage, found } from '../page.ts'
import styles from './unavailable.module.css'

/** O-06: what stands where accounts would be while there are none. */
export function unavailablePage(title: string) {
  return definePage<{ title: string }>({
    load: async () => found({ title }),
    meta: () => ({ title, description: SERVICE_UNAVAILABLE, noindex: true }),
    Content: Unavailable,
  })
}

function Unavailable({ data: { title } }: { data: { title: string } }) {
  return (
    <section className={styles.unavailable}>
      <h1>{title}</h1>
      <p>{SERVICE_UNAVAILABLE}</p>
    </section>
  )
}
