import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { FormAlert } from '../../../ui/forms/form-alert.tsx'
import type { Refusal } from '../../../ui/forms/posted.ts'
import { keysWords } from '../../editor/keys-words.ts'
import { RichTextField } from '../../editor/rich-text/rich-text-field.tsx'
import { FormButtons } from '../../parts/form-buttons.tsx'
import { Modal } from '../../parts/modal.tsx'
import type { ApprovalAsked } from '../../parts/use-approval.tsx'
import { DeedLines, PeopleHere } from '../colleagues/colleagues.tsx'
import styles from './step-form.module.css'
import type { useKeptWords } from './use-kept-words.ts'
import type { StepColleagues } from './use-step.ts'

export function StepForm({
  title,
  lead,
  label,
  hint,
  kept,
  problem,
  isBusy,
  colleagues,
  approval,
  send,
  busySend,
  look = 'primary',
  onSend,
  onClose,
  before,
  children,
}: {
  title: string
  lead: ReactNode
  label: string
  hint?: ReactNode
  kept: ReturnType<typeof useKeptWords>
  problem: Refusal | undefined
  isBusy: boolean
  colleagues: StepColleagues
  approval: ApprovalAsked
  send: string
  busySend: string
  look?: 'primary' | 'danger'
  onSend: () => void
  onClose: () => void
  before?: ReactNode
  children?: ReactNode
}) {
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem !== undefined) alert.current?.focus()
  }, [problem])
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    onSend()
  }
  return (
    <Modal title={title} lead={lead} width="wide" onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter sends from anywhere inside. */}
      <div className={styles.form} aria-busy={isBusy} onKeyDown={onKeyDown}>
        <Colleagues {...colleagues} />
        <FormAlert ref={alert} problem={problem} isPast={isBusy} />
        {before}
        <div>
          <RichTextField
            label={label}
            hint={hint}
            error={problem?.errors.body}
            value={kept.words}
            onChange={kept.write}
            hasFocusAtFirst
            size="short"
          />
          {kept.areOfBefore && (
            <p className={styles.kept}>
              Restored what you typed before.{' '}
              <button type="button" className="linkLike" onClick={kept.drop}>
                Start over
              </button>
            </p>
          )}
        </div>
        {children}
        {approval.field}
        <FormButtons note={`${keysWords('Ctrl+Enter')} sends.`}>
          <button
            type="button"
            className={`button ${look}`}
            aria-disabled={isBusy || undefined}
            onClick={onSend}
          >
            {approval.isAsking ? (isBusy ? 'Asking…' : 'Ask for approval') : isBusy ? busySend : send}
          </button>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
        </FormButtons>
      </div>
    </Modal>
  )
}

/** Z-07: says who else is here, and asks before words go out that were written before a colleague's. */
function Colleagues({ people, deeds, now, kind, goOnFromNewest }: StepColleagues) {
  return (
    <>
      <PeopleHere people={people} />
      {deeds !== undefined && (
        <div className={styles.moved}>
          <div>
            <DeedLines deeds={deeds} kind={kind} now={now} />
          </div>
          <button type="button" className="button" onClick={() => void goOnFromNewest()}>
            Continue with the current state
          </button>
        </div>
      )}
    </>
  )
}
