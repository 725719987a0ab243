import { Link } from 'react-router'
import { signInAddress } from '../../domain/sign-in-notice.ts'
import type { PageContext } from '../page.ts'
import styles from './subscribe-star.module.css'

/** S-10, U-12: nobody is signed in, so the star leads to where one can be. In disaster recovery there is none. */
export function SubscribeStar({
  name,
  isPossible,
  context,
}: {
  name: string
  /** S-09: nothing will ever be told of what is decommissioned. */
  isPossible: boolean
  context: PageContext
}) {
  if (context.global.isTrustDR) return null
  const label = `Subscribe to ${name}`
  if (!isPossible) {
    return (
      // biome-ignore lint/a11y/useValidAnchor: a link that is disabled has no address.
      <a role="link" aria-disabled="true" aria-label={label} className={styles.star}>
        <Star />
      </a>
    )
  }
  return (
    <Link className={styles.star} to={signInAddress('subscribe')} aria-label={label} title={label}>
      <Star />
    </Link>
  )
}

function Star() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d="m10 2.6 2.26 4.7 5.14.7-3.75 3.59.92 5.11L10 14.25 5.43 16.7l.92-5.11L2.6 8l5.14-.7z" />
    </svg>
  )
}
