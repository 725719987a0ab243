import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { Sending } from '../../contract/deliveries.ts'
import { StateShape } from '../../web/parts/state-shape.tsx'
import tones from '../../web/parts/tone.module.css'
import { counted } from '../../web/parts/words.ts'
import { KIND_NAMES } from '../../web/settings/channels/channel-words.ts'
import { Moment } from '../../web/times/moment.tsx'
import type { Retry } from './deliveries-section.tsx'
import { ProgressLine } from './progress-line.tsx'
import { resultWords, sendingProgress } from './sending-progress.ts'
import styles from './sendings.module.css'

const SHOWN_AT_FIRST = 5

export function Sendings({
  sendings,
  retry,
  isRetrying,
}: {
  sendings: readonly Sending[]
  /** Undefined for those who may not. */
  retry: Retry | undefined
  isRetrying: boolean
}) {
  const titleId = useId()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? sendings : sendings.slice(0, SHOWN_AT_FIRST)
  const hidden = sendings.length - shown.length
  if (sendings.length === 0) return <p className={styles.none}>Nothing has been told to subscribers yet.</p>
  return (
    <section className={styles.latest} aria-labelledby={titleId}>
      <h3 id={titleId}>Latest publications</h3>
      <ul className={styles.sendings}>
        {shown.map((sending) => (
          <Row key={sending.publication} sending={sending} retry={retry} isRetrying={isRetrying} />
        ))}
      </ul>
      {hidden > 0 && (
        <button type="button" className="button" onClick={() => setWhole(true)}>
          Show {hidden} more
        </button>
      )}
    </section>
  )
}

function Row({
  sending,
  retry,
  isRetrying,
}: {
  sending: Sending
  retry: Retry | undefined
  isRetrying: boolean
}) {
  const { title, path, news, published_at, publication, results, expanded_at } = sending
  const progress = sendingProgress(sending)
  return (
    <li className={styles.sending}>
      <p className={styles.when}>
        <span>{news}</span>
        <Moment at={published_at} precision="minute" />
      </p>
      <p className={`${tones.tone} ${styles.state}`} data-tone={progress.tone}>
        <StateShape tone={progress.tone} />
        {progress.word}
      </p>
      <p className={styles.title}>
        <Link to={path}>{title}</Link>
      </p>
      {progress.total > 0 && <ProgressLine progress={progress} />}
      <div className={styles.results}>
        {expanded_at === null && <p>Finding out whom it concerns…</p>}
        {results.length > 0 && (
          <dl>
            {results.map((result) => (
              <div key={result.kind}>
                <dt>{KIND_NAMES[result.kind]}</dt>
                <dd>{resultWords(result)}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {progress.dead > 0 && retry !== undefined && (
        <button
          type="button"
          className={`button ${styles.retry}`}
          disabled={isRetrying}
          onClick={() => retry({ publication })}
        >
          Try {counted(progress.dead, 'message')} again<span className="hidden"> about {title}</span>
        </button>
      )}
    </li>
  )
}
