import { ageWords } from '../../ui/times/age-words.ts'
import styles from '../../ui/times/moment.module.css'
import { useNow } from '../../ui/times/use-now.ts'

export function Age({ since, now: given }: { since: string; now?: string }) {
  const ticking = useNow()
  const now = given === undefined ? ticking : new Date(given)
  return (
    <time className={styles.moment} dateTime={since} title={new Date(since).toUTCString()}>
      {now === undefined ? '' : ageWords(Date.parse(since), now.getTime())}
    </time>
  )
}
