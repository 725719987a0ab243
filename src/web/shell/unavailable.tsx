import { SERVICE_UNAVAILABLE } from '../../domain/texts.ts'
import { definePage, found, type PageContext } from '../page.ts'
import styles from './unavailable.module.css'

const NO_ACCOUNTS = 'This site has no accounts. Every page can be read without one.'

/** What stands where accounts would be: O-06 in disaster recovery, else the plain truth. */
export function unavailablePage(
  title: string,
  noticeOf: (context: PageContext) => string | undefined = () => undefined,
) {
  return definePage<null>({
    load: async () => found(null),
    meta: (_, { global }) => ({
      title,
      description: global.isTrustDR ? SERVICE_UNAVAILABLE : NO_ACCOUNTS,
      noindex: true,
    }),
    Content({ context }) {
      if (context.global.isTrustDR) {
        return (
          <section className={styles.unavailable}>
            <h1>{SERVICE_UNAVAILABLE}</h1>
          </section>
        )
      }
      const notice = noticeOf(context)
      return (
        <section className={styles.unavailable}>
          <h1>{title}</h1>
          {notice !== undefined && <p>{notice}</p>}
          <p>{NO_ACCOUNTS}</p>
        </section>
      )
    },
  })
}
