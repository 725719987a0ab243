import { Link } from 'react-router'
import { SIGN_UP_COMPLETED } from '../../domain/texts.ts'
import { definePage, found } from '../page.ts'
import { PageHead } from '../parts/page-head.tsx'
import { PrintedAddress } from '../record/printed-address.tsx'
import styles from './thank-you-page.module.css'

/** */
export const thankYouPage = definePage<null>({
  load: async () => found(null),
  meta: () => ({ title: 'Thank you', description: SIGN_UP_COMPLETED, noindex: true }),
  Content({ context: { cloud, global } }) {
    const onward = global.isTrustDR
      ? { to: `/${cloud.domain}`, words: `Go to ${cloud.title}` }
      : { to: '/subscribe', words: 'Go to your subscriptions' }
    return (
      <section className={styles.thanks}>
        <PageHead title="Thank you" />
        <p className={styles.text}>{SIGN_UP_COMPLETED}</p>
        <p className={styles.onward}>
          <Link className="button primary" to={onward.to}>
            {onward.words}
          </Link>
        </p>
        <PrintedAddress path={onward.to} />
      </section>
    )
  },
})
