import { useEffect, useRef, useState } from 'react'
import type { SubscriberImport } from '../../contract/imports.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import type { Tone } from '../../ui/parts/tone.ts'
import { counted, withCommas } from '../../ui/parts/words.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { Chip } from '../parts/chip.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { DefinitionList } from '../parts/definition-list.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import styles from './import-jobs.module.css'

/** While one runs, people watch it. Otherwise a colleague may start one. */
const WATCHED_EVERY_MS = 1_000
const IDLE_EVERY_MS = 10_000

export function ImportJobs({ started }: { started: number | undefined }) {
  const [canceling, setCanceling] = useState<SubscriberImport>()
  const heading = useRef<HTMLHeadingElement>(null)
  const { called, reload } = useStaffAnswer('GET /api/admin/imports/subscribers', {
    input: {},
    because: started ?? 0,
    againAfterMs: ({ data }) =>
      data.some((job) => job.ended_at === null) ? WATCHED_EVERY_MS : IDLE_EVERY_MS,
  })
  useEffect(() => {
    // The button that started it is gone.
    if (started !== undefined) heading.current?.focus()
  }, [started])
  return (
    <section className={styles.jobs} aria-labelledby="subscriber-imports">
      <h2 id="subscriber-imports" ref={heading} tabIndex={-1}>
        Imports of subscribers
      </h2>
      <Loaded called={called} onRetry={reload} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={styles.none}>None in the last 30 days.</p>
          ) : (
            <ul className={styles.list}>
              {data.map((job) => (
                <li key={job.id}>
                  <ImportJob job={job} onCancel={() => setCanceling(job)} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {canceling !== undefined && (
        <ConfirmDialog
          question={`Cancel the import of ${canceling.file}?`}
          yes="Cancel the import"
          busyYes="Canceling…"
          no="Keep it running"
          onYes={async () => {
            const answered = await callAccount('POST /api/admin/imports/subscribers/:id/cancel', {
              id: canceling.id,
            })
            reload()
            return answered.kind === 'refused' ? answered : undefined
          }}
          onClose={() => setCanceling(undefined)}
        >
          <p>
            Accounts that it has added stay
            {!canceling.are_confirmed && ', and those people are still asked to confirm'}. To add the rest
            later, import the same file again.
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}

const STATES: Readonly<Record<SubscriberImport['state'], { words: string; tone: Tone }>> = {
  waiting: { words: 'Waiting', tone: 'quiet' },
  running: { words: 'Importing', tone: 'planned' },
  done: { words: 'Done', tone: 'up' },
  canceled: { words: 'Canceled', tone: 'quiet' },
  failed: { words: 'Stopped by a problem', tone: 'disruption' },
}

function ImportJob({ job, onCancel }: { job: SubscriberImport; onCancel: () => void }) {
  const { words, tone } = STATES[job.state]
  const isOpen = job.ended_at === null
  const id = `import-${job.id}`
  return (
    <article className={styles.job} aria-labelledby={id}>
      <h3 id={id}>
        {job.file} <span>into {job.cloud_title}</span>
      </h3>
      {/* Only the state is announced: the figures change every second. */}
      <p role="status">
        <Chip tone={tone}>{words}</Chip>
      </p>
      {isOpen && (
        <p className={styles.progress}>
          <progress
            aria-label={`Progress of ${job.file}`}
            max={Math.max(1, job.people)}
            value={job.people_done}
          />
          <span>
            {withCommas(job.people_done)} of {counted(job.people, 'person', 'people')}
          </span>
        </p>
      )}
      {job.state === 'waiting' && (
        <p className={styles.hint}>Imports run one after the other. You can leave this page.</p>
      )}
      {job.state === 'running' && <p className={styles.hint}>It goes on if you leave this page.</p>}
      {job.state === 'failed' && (
        <p className={styles.hint}>
          What was imported stays. Import the same file again to add the rest; if it stops again, look at the
          log of the worker.
        </p>
      )}
      <DefinitionList
        items={[
          { term: 'New or newly confirmed accounts', detail: withCommas(job.new_accounts) },
          { term: 'Already had an account; unchanged', detail: withCommas(job.known_accounts) },
          {
            term: 'Lines left out',
            detail:
              job.lines_left_out === 0 ? (
                '0'
              ) : (
                <>
                  {withCommas(job.lines_left_out)}{' '}
                  <a href={`/api/admin/imports/subscribers/${job.id}/left-out.csv`} download>
                    Download with reasons (CSV)
                  </a>
                </>
              ),
          },
          { term: 'Not imported', detail: isOpen ? '' : remaining(job) },
          { term: 'Addresses', detail: job.are_confirmed ? 'Confirmed on the old page' : 'Asked to confirm' },
          { term: 'Started by', detail: job.started_by },
          { term: 'Started', detail: <Moment at={job.created_at} /> },
          { term: 'Ended', detail: job.ended_at === null ? '' : <Moment at={job.ended_at} /> },
        ]}
      />
      {isOpen && (
        <p>
          <button
            type="button"
            className="button"
            aria-label={`Cancel the import of ${job.file}`}
            onClick={onCancel}
          >
            Cancel
          </button>
        </p>
      )}
    </article>
  )
}

function remaining({ people, people_done }: SubscriberImport) {
  return people === people_done ? '' : withCommas(people - people_done)
}
