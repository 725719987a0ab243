import { showToast } from '../../ui/toast/toast.ts'
import styles from './subscribe-star.module.css'

export type StarUse =
  | { kind: 'toggle'; isSubscribed: boolean; onToggle: () => void }
  /** Shows the state, which is controlled elsewhere; `why` says where. */
  | { kind: 'fixed'; isSubscribed: boolean; why: string }
  /** U-12: without an account, stored on this device. */
  | { kind: 'device'; isStarred: boolean; onToggle: () => void }
  /** The same until scripts run: a plain link to the address with this star changed. */
  | { kind: 'link'; isStarred: boolean; address: string }
  /** S-09: decommissioned, so there will be no messages. */
  | { kind: 'impossible' }

/** U-09 */
export function SubscribeStar({ name, use }: { name: string; use: StarUse }) {
  const label = `Subscribe to ${name}`
  switch (use.kind) {
    case 'toggle':
      return (
        <button
          type="button"
          className={styles.star}
          aria-pressed={use.isSubscribed}
          aria-label={label}
          title={use.isSubscribed ? `Unsubscribe from ${name}` : label}
          onClick={use.onToggle}
        >
          <Star />
        </button>
      )
    case 'fixed':
      return (
        // `aria-disabled`, so that it can still be focused and pressed to show the reason.
        <button
          type="button"
          className={styles.star}
          aria-pressed={use.isSubscribed}
          aria-label={label}
          aria-disabled="true"
          aria-description={use.why}
          title={use.why}
          onClick={() => showToast(use.why)}
        >
          <Star />
        </button>
      )
    case 'device':
      return (
        <button
          type="button"
          className={styles.star}
          aria-pressed={use.isStarred}
          aria-label={`Star ${name}`}
          title={use.isStarred ? `Remove the star from ${name}` : `Star ${name} on this device`}
          onClick={use.onToggle}
        >
          <Star />
        </button>
      )
    case 'link':
      return (
        <a
          className={styles.star}
          rel="nofollow"
          data-waits=""
          data-starred={use.isStarred ? '' : undefined}
          aria-label={use.isStarred ? `Remove the star from ${name}` : `Star ${name}`}
          href={use.address}
        >
          <Star />
        </a>
      )
    case 'impossible':
      return (
        // biome-ignore lint/a11y/useValidAnchor: a disabled link has no address.
        <a role="link" aria-disabled="true" aria-label={`Star ${name}`} className={styles.star}>
          <Star />
        </a>
      )
  }
}

function Star() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d="m10 2.6 2.26 4.7 5.14.7-3.75 3.59.92 5.11L10 14.25 5.43 16.7l.92-5.11L2.6 8l5.14-.7z" />
    </svg>
  )
}
