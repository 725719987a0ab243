import type { ComponentProps, ReactNode } from 'react'
import { keysWords } from '../../editor/keys-words.ts'
import noticeStyles from '../../editor/notices.module.css'
import { RichTextField } from '../../editor/rich-text/rich-text-field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { DeedLines, PeopleHere } from '../colleagues/colleagues.tsx'
import styles from './step-form.module.css'
import type { StepColleagues, StepTaken } from './use-step.ts'
import type { useStoredWords } from './use-stored-words.ts'

type DialogProps = Pick<
  ComponentProps<typeof FormDialog>,
  'title' | 'lead' | 'isReady' | 'send' | 'busySend' | 'look' | 'onSend' | 'onClose'
>

export function StepForm({
  label,
  hint,
  stored,
  step: { problem, isBusy, colleagues, approval },
  children,
  ...dialog
}: DialogProps & {
  label: string
  hint?: ReactNode
  stored: ReturnType<typeof useStoredWords>
  step: StepTaken
  children?: ReactNode
}) {
  return (
    <FormDialog
      {...dialog}
      width="wide"
      above={<Colleagues {...colleagues} />}
      problem={problem}
      isBusy={isBusy}
      sentBy="Ctrl+Enter"
      note={`${keysWords('Ctrl+Enter')} sends.`}
      approval={approval}
    >
      <div>
        <RichTextField
          label={label}
          hint={hint}
          error={problem?.errors.body}
          value={stored.words}
          onChange={stored.write}
          hasFocusAtFirst
          size="short"
        />
        {stored.areOfBefore && (
          <p className={styles.note}>
            Restored what you typed before.{' '}
            <button type="button" className="linkLike" onClick={stored.drop}>
              Start over
            </button>
          </p>
        )}
      </div>
      {children}
    </FormDialog>
  )
}

/**
 * Z-07: shows who else is here, and asks before words are published that were written before a colleague's.
 */
function Colleagues({ people, deeds, now, kind, goOnFromNewest }: StepColleagues) {
  return (
    <>
      <PeopleHere people={people} />
      {deeds !== undefined && (
        <div className={noticeStyles.notice}>
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
