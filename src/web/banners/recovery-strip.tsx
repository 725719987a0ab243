import { useRoot } from '../../ui/root-data.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { useNow } from '../../ui/times/use-now.ts'
import { agoWords } from '../times/until-words.ts'
import styles from './recovery-strip.module.css'
import { Strip } from './strip.tsx'

/** O-06: nobody takes this site for the usual one, so it cannot be dismissed; nor old content for new. */
export function RecoveryStrip() {
  const { edition } = useRoot().global
  return (
    <Strip tone="degradation" word="Disaster recovery">
      You are on our stand-in site.{' '}
      {edition.stale_since === null ? (
        <>
          Its content was published <Moment at={edition.published_at} />, the newest as of a minute ago.
        </>
      ) : (
        <>
          Its content is as of <Moment at={edition.stale_since} />
          <Age since={edition.stale_since} />; anything newer is missing here.
        </>
      )}
    </Strip>
  )
}

/** It grows while the page is open. The server's page is the same for every moment, so it has none. */
function Age({ since }: { since: string }) {
  const now = useNow()
  if (now === undefined) return <span className={styles.place} />
  return <span className={styles.age}>, {agoWords(now, since)}</span>
}
