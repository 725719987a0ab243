import { useState } from 'react'
import type { DataCenterRow } from '../../../../contract/admin/site/data-centers.ts'
import type { PastePlan } from '../../../../contract/admin/site/ip-ranges.ts'
import { callAccount } from '../../../../ui/account/call-account.ts'
import { FormAlert } from '../../../../ui/forms/form-alert.tsx'
import type { Refusal } from '../../../../ui/forms/posted.ts'
import { showToast } from '../../../../ui/toast/toast.ts'
import { BusyButton } from '../../../parts/busy-button.tsx'
import { RadioField } from '../../../parts/check-fields.tsx'
import { Modal } from '../../../parts/modal.tsx'
import { TextAreaField } from '../../../parts/text-fields.tsx'
import { CenterSelect } from './center-select.tsx'
import { PastePlanView, planWords } from './paste-plan-view.tsx'
import styles from './range-form.module.css'

const ROWS = 10

export function PasteRanges({
  centers,
  center,
  onDone,
  onClose,
}: {
  centers: readonly DataCenterRow[]
  /** The data center whose list is replaced; undefined to add lines. */
  center: number | undefined
  onDone: () => void
  onClose: () => void
}) {
  const [tid, setTid] = useState(center)
  const [mode, setMode] = useState<'add' | 'replace'>(center === undefined ? 'add' : 'replace')
  const [text, setText] = useState('')
  const [plan, setPlan] = useState<PastePlan>()
  const [problem, setProblem] = useState<Refusal>()
  const paste = { text, data_center_tid: tid ?? null, mode }
  const centerName = (asked: number) => centers.find(({ id }) => id === asked)?.name ?? String(asked)

  function choosing<T>(choose: (value: T) => void) {
    return (value: T) => {
      choose(value)
      setPlan(undefined)
      setProblem(undefined)
    }
  }

  async function look() {
    setProblem(undefined)
    const looked = await callAccount('POST /api/admin/site/ip-ranges/look', paste)
    if (looked.kind === 'refused') return setProblem(looked)
    setPlan(looked.answer.data)
  }

  async function apply({ digest }: PastePlan) {
    setProblem(undefined)
    const done = await callAccount('POST /api/admin/site/ip-ranges/apply', { ...paste, digest })
    onDone()
    if (done.kind === 'done') {
      showToast(`Done: ${planWords(done.answer.data)}.`)
      return onClose()
    }
    // Someone else changed the list meanwhile: the preview is outdated.
    if (done.status === 409) await look()
    setProblem(
      done.status === 409
        ? { message: 'The list has changed in the meantime. This is what yours would do now.', errors: {} }
        : done,
    )
  }

  const { data_center_tid, text: wrongText, ...others } = problem?.errors ?? {}
  const isOfField = data_center_tid !== undefined || wrongText !== undefined
  return (
    <Modal
      title="Paste IP ranges"
      lead="One per line: the prefix, the prefix and a note, or prefix,data center,note. Lines starting with # are ignored."
      width="wide"
      onClose={onClose}
    >
      <div className={styles.form}>
        <RadioField
          legend="What to do with them"
          choices={[
            { value: 'add', label: 'Add them', hint: 'Existing ranges stay.' },
            {
              value: 'replace',
              label: 'Replace the list of one data center',
              hint: 'Ranges missing from your list are removed.',
            },
          ]}
          value={mode}
          onChange={choosing(setMode)}
        />
        <CenterSelect
          label="Data center"
          none={mode === 'add' ? 'Each line says' : 'Choose one'}
          centers={centers}
          value={tid}
          error={data_center_tid}
          onPick={choosing(setTid)}
        />
        <div className={styles.pasted}>
          <TextAreaField
            label="Ranges"
            rows={ROWS}
            spellCheck={false}
            value={text}
            error={wrongText}
            placeholder={'192.0.2.0/28\n198.51.100.0/27 Premium\n2001:db8:10::/48,Frankfurt I,IPv6'}
            onChange={choosing(setText)}
          />
        </div>
        <FormAlert problem={isOfField ? undefined : problem && { ...problem, errors: others }} />
        <p>
          <BusyButton onPress={look} busyWords="Looking…" look={plan === undefined ? 'primary' : 'plain'}>
            Preview
          </BusyButton>
        </p>
        <div aria-live="polite">
          {plan !== undefined && (
            <PastePlanView plan={plan} mode={mode} centerName={centerName} onApply={() => apply(plan)} />
          )}
        </div>
      </div>
    </Modal>
  )
}
