import { useState } from 'react'
import { Link } from 'react-router'
import type { PausedWay, SentPublication } from '../../contract/deliveries.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { KIND_NAMES } from '../../ui/channel-words.ts'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import { counted } from '../../ui/parts/words.ts'
import { useRoot } from '../../ui/root-data.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import { pauseSentence } from './pause-sentence.ts'
import { type PublicationProgress, publicationProgress, resultWords } from './publication-progress.ts'
import styles from './publications.module.css'
import type { Retrying } from './use-retry.ts'

/** Page size of the server: fewer rows mean the last page. */
const AT_A_TIME = 20

/** Z-03 */
export function PublicationsTab({ retrying }: { retrying: Retrying }) {
  const { edition } = useRoot().global
  const { called, reload } = useStaffAnswer('GET /api/admin/deliveries', {
    input: {},
    because: `${edition.number} ${retrying.count}`,
    isUnderWay: ({ data, paused }) =>
      paused.length > 0 || data.some((sent) => publicationProgress(sent).isUnderWay),
  })
  const [older, setOlder] = useState<SentPublication[]>([])
  const [hasOlder, setHasOlder] = useState<boolean>()

  async function goOn(before: number) {
    const read = await callAccount('GET /api/admin/deliveries', { before })
    if (read.kind === 'refused') return void showToast(read.message, { isProblem: true })
    setOlder((seen) => [...seen, ...read.answer.data])
    setHasOlder(read.answer.data.length === AT_A_TIME)
  }

  return (
    <Loaded called={called} onRetry={reload}>
      {({ data, paused }) => {
        const newest = data.at(-1)?.publication ?? 0
        const shown = [...data, ...older.filter(({ publication }) => publication < newest)]
        const last = shown.at(-1)
        if (last === undefined)
          return <EmptyState title="Subscribers haven’t been notified of anything yet." />
        return (
          <>
            <PausedWays paused={paused} />
            <ul className={styles.publications} aria-label="Publications">
              {shown.map((sent) => (
                <Row key={sent.publication} sent={sent} retry={retrying.retry} />
              ))}
            </ul>
            {(hasOlder ?? data.length === AT_A_TIME) && (
              <BusyButton onPress={() => goOn(last.publication)} busyWords="Loading…">
                Older
              </BusyButton>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

function Row({ sent, retry }: { sent: SentPublication; retry: Retrying['retry'] }) {
  const { title, record, news, words, published_at, publication, results, expanded_at } = sent
  const progress = publicationProgress(sent)
  return (
    <li className={styles.publication}>
      <p className={styles.when}>
        <span>{news}</span>
        <Moment at={published_at} precision="minute" />
      </p>
      <p className={`${tones.tone} ${styles.state}`} data-tone={progress.tone}>
        <StateShape tone={progress.tone} />
        {progress.word}
      </p>
      <p className={styles.title}>
        <Link to={`/admin/records/${record}`}>
          <bdi>{title}</bdi>
        </Link>
      </p>
      {words !== '' && <p className={styles.words}>{words}</p>}
      {progress.total > 0 && <ProgressLine progress={progress} />}
      <div className={styles.results}>
        {expanded_at === null && <p>Finding the recipients…</p>}
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
      <div className={styles.ways}>
        {progress.total > 0 && (
          <Link to={`/admin/deliveries?view=search&publication=${publication}`}>
            Messages<span className="hidden"> about {title}</span>
          </Link>
        )}
        {progress.dead > 0 && retry !== undefined && (
          <BusyButton
            onPress={() => retry({ publication })}
            busyWords="Trying…"
            label={`Try ${counted(progress.dead, 'message')} again about ${title}`}
          >
            Try {counted(progress.dead, 'message')} again
          </BusyButton>
        )}
      </div>
    </li>
  )
}

function PausedWays({ paused }: { paused: readonly PausedWay[] }) {
  return (
    <div role="status">
      {paused.map((pause) => (
        <p key={pause.way} className={`${tones.tone} ${styles.paused}`} data-tone="disruption">
          <StateShape tone="disruption" />
          <span>
            {pauseSentence(pause)} Messages wait and are sent once it works again.
            {/* For the operators of the mail server. */}
            <small>
              {pause.reason} · since <Moment at={pause.since} precision="minute" />
            </small>
          </span>
        </p>
      ))}
    </div>
  )
}

function ProgressLine({ progress }: { progress: PublicationProgress }) {
  const { total, sent, dead, suppressed } = progress
  const parts = [
    { name: 'sent', amount: sent },
    { name: 'dead', amount: dead },
    { name: 'suppressed', amount: suppressed },
  ]
  let end = 0
  return (
    <svg className={styles.line} aria-hidden="true" focusable="false">
      {parts.map(({ name, amount }) => {
        const start = end
        end += amount
        return (
          <rect
            key={name}
            data-part={name}
            x={share(start, total)}
            width={share(amount, total)}
            height="100%"
          />
        )
      })}
    </svg>
  )
}

function share(amount: number, total: number) {
  return `${(100 * amount) / total}%`
}
