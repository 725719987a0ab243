import { Link } from 'react-router'
import { SIGN_UP_COMPLETED } from '../../domain/texts.ts'
import { definePage, found } from '../page.ts'
import styles from './thank-you-page.module.css'

/** */
export const thankYouPage = definePage<null>({
  load: async () => found(null),
  meta: () => ({ title: 'Thank you', description: SIGN_UP_COMPLETED, noindex: true }),
  Content: () => (
    <section className={styles.thanks}>
      <h1>Thank you</h1>
      <p className={styles.text}>{SIGN_UP_COMPLETED}</p>
      <p>
        <Link className="button primary" to="/subscribe">
          Go to your subscriptions
        </Link>
      </p>
    </section>
  ),
})
