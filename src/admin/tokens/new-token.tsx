import { useState } from 'react'
import type { Limit } from '../../contract/admin/limit.ts'
import { TOKEN_NAME_LENGTH } from '../../contract/admin/tokens.ts'
import { SCOPES, type Scope } from '../../domain/access.ts'
import { DAY_MS } from '../../domain/time.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import type { Refusal } from '../../ui/forms/posted.ts'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import { CheckboxField, RadioField } from '../parts/check-fields.tsx'
import { DayField } from '../parts/day-field.tsx'
import { FieldSet } from '../parts/field-set.tsx'
import { FormButtons } from '../parts/form-buttons.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { LimitField } from '../parts/limit-field.tsx'
import { Modal } from '../parts/modal.tsx'
import { InputField } from '../parts/text-fields.tsx'
import { useChoices } from '../parts/use-choices.ts'
import { CopyField } from './copy-field.tsx'
import { SCOPE_WORDS } from './scope-words.ts'
import styles from './tokens-screen.module.css'

const SPANS = ['30', '90', '365', 'day', 'never'] as const
type Span = (typeof SPANS)[number]

const SPAN_WORDS: Record<Span, string> = {
  '30': 'In 30 days',
  '90': 'In 90 days',
  '365': 'In a year',
  day: 'On a day',
  never: 'Never',
}

/** Z-08: a token with minimal rights and lifetime. */
export function NewToken({ onMade, onClose }: { onMade: () => void; onClose: () => void }) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly Scope[]>([])
  const [limit, setLimit] = useState<Limit>(null)
  const { choices } = useChoices()
  const [span, setSpan] = useState<Span>('90')
  const [day, setDay] = useState('')
  const [problem, setProblem] = useState<Refusal>()
  const [isBusy, setBusy] = useState(false)
  const [key, setKey] = useState<string>()

  async function make() {
    if (isBusy) return
    const ends = endOf(span, day)
    if (ends === 'missing') return setProblem(refusalOf({ expires_at: 'Please choose a day.' }))
    setBusy(true)
    const made = await callAccount('POST /api/admin/tokens', {
      name,
      scopes: [...scopes],
      expires_at: ends?.toISOString() ?? null,
      limit,
    })
    setBusy(false)
    if (made.kind === 'refused') return setProblem(made)
    setKey(made.answer.data.key)
    onMade()
  }

  if (key !== undefined) return <ShownKey name={name} shownKey={key} onClose={onClose} />
  const errors = problem?.errors ?? {}
  return (
    <FormDialog
      title="New token"
      width="wide"
      problem={problem}
      isBusy={isBusy}
      send="Create token"
      busySend="Creating…"
      onSend={make}
      onClose={onClose}
    >
      <InputField
        label="Name"
        hint="What uses it. The audit log shows this name."
        error={errors.name}
        value={name}
        maxLength={TOKEN_NAME_LENGTH}
        onChange={setName}
      />
      <FieldSet legend="What it may do" error={errors.scopes} columns={2}>
        {SCOPES.map((scope) => (
          <CheckboxField
            key={scope}
            label={
              <span className={styles.scope}>
                {SCOPE_WORDS[scope].name} <code>{scope}</code>
              </span>
            }
            hint={`May ${SCOPE_WORDS[scope].may}.`}
            isChecked={scopes.includes(scope)}
            onChange={(isChecked) =>
              setScopes((before) =>
                isChecked ? [...before, scope] : before.filter((other) => other !== scope),
              )
            }
          />
        ))}
      </FieldSet>
      {choices !== undefined && (
        <>
          <LimitField limit={limit} choices={choices} error={errors.limit} onChange={setLimit} />
          <p className={styles.note}>
            A token keeps its rights and clouds. For others, create a new token and revoke the old one.
          </p>
        </>
      )}
      <RadioField
        legend="When it ends"
        choices={SPANS.map((value) => ({ value, label: SPAN_WORDS[value] }))}
        value={span}
        onChange={setSpan}
      />
      {span === 'day' && (
        <DayField
          label="Last day"
          hint="It works until the end of this day, UTC."
          error={errors.expires_at}
          value={day}
          onChange={setDay}
        />
      )}
      {span === 'never' && (
        <p className={styles.warning}>
          <StateShape tone="degradation" />
          <span>A leaked key works until someone notices and revokes it. Set an end date if you can.</span>
        </p>
      )}
    </FormDialog>
  )
}

function endOf(span: Span, day: string): Date | null | 'missing' {
  switch (span) {
    case 'never':
      return null
    case 'day':
      return /^\d{4}-\d\d-\d\d$/.test(day) ? new Date(Date.parse(day) + DAY_MS - 1) : 'missing'
    default:
      return new Date(Date.now() + Number(span) * DAY_MS)
  }
}

function refusalOf(errors: Record<string, string>): Refusal {
  return { message: '', errors }
}

function ShownKey({ name, shownKey, onClose }: { name: string; shownKey: string; onClose: () => void }) {
  return (
    <Modal
      title={`The key of ${name}`}
      lead="It won’t be shown again. Store it where your program keeps its secrets."
      onClose={onClose}
    >
      <div className={styles.form}>
        <CopyField label="Key" value={shownKey} />
        <FormButtons>
          <button type="button" className="button" onClick={onClose}>
            Done
          </button>
        </FormButtons>
      </div>
    </Modal>
  )
}
