import { SERVICE_UNAVAILABLE } from '../../domain/texts.ts'
import { definePage, found } from '../page.ts'
import styles from './unavailable.module.css'

const NO_ACCOUNTS = 'This site has no accounts. Every page can be read without one.'

/** What stands where accounts would be: O-06 in disaster recovery, else the plain truth. */
export function unavailablePage(title: string) {
  return definePage<null>({
    load: async () => found(null),
    meta: (_, { global }) => ({
      title,
      description: global.isTrustDR ? SERVICE_UNAVAILABLE : NO_ACCOUNTS,
      noindex: true,
    }),
    Content: ({ context: { global } }) => (
      <section className={styles.unavailable}>
        <h1>{global.isTrustDR ? SERVICE_UNAVAILABLE : title}</h1>
        {!global.isTrustDR && <p>{NO_ACCOUNTS}</p>}
      </section>
    ),
  })
}
