import styles from './logo.module.css'

/** The mark is decorative; screen readers get the name. */
export function Logo({ provider }: { provider: string }) {
  return (
    <span className={styles.logo}>
      <svg className={styles.mark} viewBox={MARK.viewBox} aria-hidden="true">
        <path d={MARK.wall} opacity={MARK.wallOpacity} />
        <path d={MARK.letter} />
      </svg>
      <span className={styles.name}>
        {provider} <span className={styles.trust}>Trust</span>
      </span>
    </span>
  )
}

export function GovernmentMark() {
  return (
    <span className={styles.government}>
      <svg className={styles.mark} viewBox={MARK.viewBox} aria-hidden="true">
        <path opacity={MARK.wallOpacity} d="M8 9h2v8H8zM12 9h2v10h-2zM16 9h2v8h-2z" />
        <path
          d="M3 2h20v11c0 5.4-3.7 9.3-10 11.6C6.7 22.3 3 18.4 3 13zm2 7v4c0 4.3 2.8 7.4 8 9.45 5.2-2.05 8-5.15 8-9.45V9zm0-5v3h16V4z"
          fillRule="evenodd"
        />
      </svg>
      <span className={styles.word}>Government</span>
    </span>
  )
}

/** The Northwall mark: an N in front of a wall, 26 by 26 units. */
export const MARK = {
  viewBox: '0 0 26 26',
  letter: 'M2 24V2h2.2l17.3 17V2H24v22h-2.2L4.5 7v17z',
  wall: 'M4.5 12h17v2h-17z',
  wallOpacity: 0.4,
}
