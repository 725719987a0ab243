import { Moment } from '../times/moment.tsx'
import { useNow } from '../times/use-now.ts'
import styles from './connection-notice.module.css'

/**
 * A page that is not confirmed any more must not look as if all were well, nor one of a site that is closed (O-02).
 * Always there, so that it is read out.
 */
export function ConnectionNotice({
  since,
  isInMaintenance,
}: {
  since: Date | undefined
  isInMaintenance: boolean
}) {
  return (
    <div role="status" className={styles.place}>
      {(since !== undefined || isInMaintenance) && (
        <div className={styles.notice}>
          <p className={`page ${styles.words}`}>
            {since === undefined ? (
              'This site is in maintenance: other pages cannot be opened now. This one is brought up to date as soon as it is over.'
            ) : (
              <>
                No connection to this site since <Since moment={since.toISOString()} />. What you see is as of
                then; trying again.
              </>
            )}
          </p>
        </div>
      )}
    </div>
  )
}

/** Today its time says enough; of a computer that slept over midnight, the day too. */
function Since({ moment }: { moment: string }) {
  const now = useNow()
  return <Moment at={moment} after={now?.toISOString() ?? moment} precision="minute" />
}
