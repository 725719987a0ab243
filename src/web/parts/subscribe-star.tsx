import { Link, useLocation } from 'react-router'
import { signInAddress } from '../../domain/account/sign-in-address.ts'
import { useSession } from '../account/session.ts'
import type { PageContext } from '../page.ts'
import styles from './subscribe-star.module.css'

/**
 * S-10, U-09, U-12: filled for what the reader is told of. It leads to the subscriptions, and whoever is signed out to
 * where one can sign in and come back. In disaster recovery there is none.
 */
export function SubscribeStar({
  name,
  isPossible,
  isSubscribed,
  context,
}: {
  name: string
  /** S-09: nothing will ever be told of what is decommissioned. */
  isPossible: boolean
  isSubscribed: boolean
  context: PageContext
}) {
  const session = useSession()
  const address = useAddress(context)
  if (context.global.isTrustDR) return null
  if (!isPossible) {
    return (
      // biome-ignore lint/a11y/useValidAnchor: a link that is disabled has no address.
      <a role="link" aria-disabled="true" aria-label={`Subscribe to ${name}`} className={styles.star}>
        <Star />
      </a>
    )
  }
  // What the server supplied goes in the moment that the session does.
  const isFilled = isSubscribed && session.kind !== 'signed-out'
  const isOwn = isFilled || session.kind === 'signed-in'
  const label = isFilled ? `Subscribed to ${name}` : `Subscribe to ${name}`
  return (
    <Link
      className={styles.star}
      to={isOwn ? '/subscribe' : signInAddress({ notice: 'subscribe', origin: address })}
      data-filled={isFilled ? '' : undefined}
      aria-label={label}
      title={label}
    >
      <Star />
    </Link>
  )
}

/** The server knows the address without what other sites hang on it, and without the hash. */
function useAddress({ path }: PageContext) {
  const isServerPage = useSession().kind === 'unknown'
  const { search, hash } = useLocation()
  return isServerPage ? path : path + search + hash
}

function Star() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d="m10 2.6 2.26 4.7 5.14.7-3.75 3.59.92 5.11L10 14.25 5.43 16.7l.92-5.11L2.6 8l5.14-.7z" />
    </svg>
  )
}
