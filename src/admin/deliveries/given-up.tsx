import { useId, useState } from 'react'
import type { DeadDelivery } from '../../contract/deliveries.ts'
import { resultWords } from '../../domain/telling/channel-result.ts'
import { counted } from '../../web/parts/words.ts'
import { KIND_NAMES } from '../../web/settings/channels/channel-words.ts'
import { NotLoaded } from '../../web/settings/not-loaded.tsx'
import { Moment } from '../../web/times/moment.tsx'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import type { Retry } from './deliveries-section.tsx'
import styles from './given-up.module.css'

const ON_A_PAGE = 10

/** A page of what was given up. What was tried again leaves the list, and maybe its page with it. */
export function useGivenUp(because: string) {
  const [page, setPage] = useState(0)
  const { called, reload } = useStaffAnswer('GET /api/admin/deliveries/dead', { input: { page }, because })
  const total = called?.kind === 'done' ? called.answer.total : undefined
  if (total !== undefined && page > lastPageOf(total)) setPage(lastPageOf(total))
  return { called, reload, page, setPage, total }
}

type GivenUpAnswer = ReturnType<typeof useGivenUp>

function lastPageOf(total: number) {
  return Math.max(0, Math.ceil(total / ON_A_PAGE) - 1)
}

/** Messages that we stopped trying to send, and why. Whose they are is a number: addresses are not for this page. */
export function GivenUp({
  answer: { called, reload, page, setPage },
  retry,
  isRetrying,
}: {
  answer: GivenUpAnswer
  retry: Retry | undefined
  isRetrying: boolean
}) {
  const titleId = useId()
  if (called === undefined) return null
  if (called.kind === 'refused') return <NotLoaded message={called.message} onRetry={reload} />
  const { data, total } = called.answer
  const lastPage = lastPageOf(total)
  return (
    <section className={styles.givenUp} aria-labelledby={titleId}>
      <h3 id={titleId}>Given up</h3>
      {total === 0 ? (
        <p className={styles.none}>No message was given up.</p>
      ) : (
        <>
          <p className={styles.none}>
            {counted(total, 'message')} could not be sent
            {retry === undefined ? '.' : ', and can be tried again.'}
          </p>
          <ul>
            {data.map((delivery) => (
              <Row key={delivery.id} delivery={delivery} retry={retry} isRetrying={isRetrying} />
            ))}
          </ul>
        </>
      )}
      {lastPage > 0 && (
        <div className={styles.pages}>
          <button type="button" className="button" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Newer
          </button>
          <button
            type="button"
            className="button"
            disabled={page >= lastPage}
            onClick={() => setPage(page + 1)}
          >
            Older
          </button>
          <p>
            Page {page + 1} of {lastPage + 1}
          </p>
        </div>
      )}
    </section>
  )
}

function Row({
  delivery,
  retry,
  isRetrying,
}: {
  delivery: DeadDelivery
  retry: Retry | undefined
  isRetrying: boolean
}) {
  const { id, title, kind, uid, attempts, reason, created_at } = delivery
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.whose}>
          {KIND_NAMES[kind]} of account {uid}
        </p>
        <p>{resultWords(kind, reason)}</p>
        <p className={styles.more}>
          <span>{title}</span>
          <span>{counted(attempts, 'attempt')}</span>
          <span>
            Since <Moment at={created_at} precision="minute" />
          </span>
        </p>
      </div>
      {retry !== undefined && (
        <button type="button" className="button" disabled={isRetrying} onClick={() => retry({ ids: [id] })}>
          Try again
          <span className="hidden">
            {' '}
            to tell account {uid} about {title}
          </span>
        </button>
      )}
    </li>
  )
}
