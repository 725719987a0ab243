import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { BulkResult, SelectedRecord } from '../../contract/admin/record-lists.ts'
import type { CallInput } from '../../contract/calls.ts'
import { TRASH_DAYS } from '../../domain/newsroom/record-list.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { FormAlert } from '../../ui/forms/form-alert.tsx'
import type { Refusal } from '../../ui/forms/posted.ts'
import { counted } from '../../ui/parts/words.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { FormButtons } from '../parts/form-buttons.tsx'
import { LoadingLines } from '../parts/loading-lines.tsx'
import { Modal } from '../parts/modal.tsx'
import styles from './bulk-bar.module.css'

export interface BulkDialogProps {
  records: readonly SelectedRecord[]
  onDone: () => void
  onClose: () => void
}

type Effect = NonNullable<BulkResult['effect']>
type BulkInput = CallInput<'POST /api/admin/records/bulk'>
export type BulkActInput = Pick<BulkInput, 'act' | 'add' | 'remove'>

const ACT_WORDS: Record<BulkInput['act'], { title: string; act: string; busy: string }> = {
  archive: { title: 'Archive records', act: 'Archive', busy: 'Archiving…' },
  discard: { title: 'Discard drafts', act: 'Discard', busy: 'Discarding…' },
  retag: { title: 'Retag records', act: 'Change', busy: 'Changing…' },
}

/** After “3 records:”. */
const EFFECT_WORDS: Record<Effect, { will: string; has: string }> = {
  archived: {
    will: 'the status becomes Archived. Readers keep access, and subscribers are not notified.',
    has: 'archived.',
  },
  trashed: {
    will: `never published. The draft goes to the trash and can be restored for ${TRASH_DAYS} days.`,
    has: 'moved to the trash.',
  },
  'schedule-trashed': {
    will: 'the scheduled publication is canceled, and the draft goes to the trash.',
    has: 'moved to the trash. The scheduled publication is canceled.',
  },
  'changes-trashed': {
    will: 'what is published stays. Unpublished changes go to the trash.',
    has: 'unpublished changes moved to the trash.',
  },
  'draft-changed': { will: 'only the draft changes. Readers don’t see it.', has: 'draft changed.' },
  published: {
    will: 'changes on the site at once. Subscribers are not notified.',
    has: 'changed on the site.',
  },
}

export function BulkDialog({
  act,
  records,
  onDone,
  onClose,
}: BulkDialogProps & { act: 'archive' | 'discard' }) {
  const bulk = useBulk({ act }, records)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens.
  useEffect(() => void bulk.look(), [])
  return (
    <Modal title={ACT_WORDS[act].title} width="wide" onClose={() => close(bulk, { onDone, onClose })}>
      <BulkSteps act={act} bulk={bulk} onDone={onDone} onClose={onClose} />
    </Modal>
  )
}

export type Bulk = ReturnType<typeof useBulk>

export function useBulk(input: BulkActInput, records: readonly SelectedRecord[]) {
  const [problem, setProblem] = useState<Refusal>()
  const [results, setResults] = useState<{ isTrial: boolean; of: readonly BulkResult[] }>()
  async function send(isTrial: boolean) {
    setProblem(undefined)
    const called = await callAccount('POST /api/admin/records/bulk', {
      ...input,
      records: records.map(({ id, version }) => ({ id, version })),
      ...(isTrial && { is_trial: true }),
    })
    if (called.kind === 'refused') return setProblem(called)
    setResults({ isTrial, of: called.answer.data })
  }
  return {
    problem,
    results,
    look: () => send(true),
    act: () => send(false),
    back: () => setResults(undefined),
  }
}

export function close({ results }: Bulk, { onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  onClose()
  if (results?.isTrial === false) onDone()
}

export function BulkSteps({
  act,
  bulk,
  onBack,
  onDone,
  onClose,
}: {
  act: BulkInput['act']
  bulk: Bulk
  onBack?: () => void
  onDone: () => void
  onClose: () => void
}) {
  const { problem, results } = bulk
  if (results === undefined)
    return problem === undefined ? (
      <LoadingLines />
    ) : (
      <div className={styles.results}>
        <FormAlert problem={problem} isPast={false} />
        <FormButtons>
          <BusyButton onPress={bulk.look} busyWords="Looking…">
            Try again
          </BusyButton>
        </FormButtons>
      </div>
    )
  const done = results.of.filter(({ effect }) => effect !== null)
  const words = ACT_WORDS[act]
  return (
    <div className={styles.results}>
      {problem !== undefined && <FormAlert problem={problem} isPast={false} />}
      <EffectLines results={results} />
      <LeftOut results={results} />
      <FormButtons>
        {results.isTrial ? (
          <>
            {done.length > 0 && (
              <BusyButton
                look={act === 'discard' ? 'danger' : 'primary'}
                onPress={bulk.act}
                busyWords={words.busy}
              >
                {words.act} {counted(done.length, 'record')}
              </BusyButton>
            )}
            <button type="button" className="button" onClick={onBack ?? onClose}>
              {onBack === undefined ? 'Cancel' : 'Back'}
            </button>
          </>
        ) : (
          <button type="button" className="button primary" onClick={() => close(bulk, { onDone, onClose })}>
            Close
          </button>
        )}
      </FormButtons>
    </div>
  )
}

function EffectLines({ results }: { results: NonNullable<Bulk['results']> }) {
  const effects = Object.keys(EFFECT_WORDS) as Effect[]
  const counts = effects.map((effect) => ({
    effect,
    of: results.of.filter((result) => result.effect === effect),
  }))
  const some = counts.filter(({ of }) => of.length > 0)
  if (some.length === 0)
    return (
      <p role="status">
        {results.isTrial ? 'None of these records can be changed.' : 'Nothing was changed.'}
      </p>
    )
  return (
    <div role="status" className={styles.results}>
      {some.map(({ effect, of }) => (
        <div key={effect} className={styles.effect}>
          <p>
            <strong>{counted(of.length, 'record')}:</strong>{' '}
            {EFFECT_WORDS[effect][results.isTrial ? 'will' : 'has']}
          </p>
          <Named results={of} />
        </div>
      ))}
    </div>
  )
}

const NAMED_AT_ONCE = 5

function Named({ results }: { results: readonly BulkResult[] }) {
  const list = (
    <ul>
      {results.map((result) => (
        <li key={result.id}>
          <Name result={result} />
        </li>
      ))}
    </ul>
  )
  if (results.length <= NAMED_AT_ONCE) return list
  return (
    <details>
      <summary>Which ones</summary>
      {list}
    </details>
  )
}

function LeftOut({ results }: { results: NonNullable<Bulk['results']> }) {
  const leftOut = results.of.filter(({ left_out }) => left_out !== null)
  if (leftOut.length === 0) return null
  return (
    <section className={styles.effect}>
      <h3>
        {counted(leftOut.length, 'record')}{' '}
        {results.isTrial ? 'will be' : leftOut.length === 1 ? 'was' : 'were'} left out
      </h3>
      <ul>
        {leftOut.map((result) => (
          <li key={result.id}>
            <Name result={result} />
            <span>{result.left_out}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Name({ result: { id, title, effect } }: { result: BulkResult }) {
  if (title === null) return <>No. {id}</>
  if (effect === 'trashed' || effect === 'schedule-trashed') return <>{title || `No. ${id}`}</>
  return (
    <Link to={`/admin/records/${id}`} target="_blank" dir="auto">
      {title || `No. ${id}`}
    </Link>
  )
}
