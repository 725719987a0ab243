import { useState } from 'react'
import type { PublicationStep } from '../../../domain/notifying/publication.ts'
import { useChoices } from '../../parts/use-choices.ts'
import type { LifeDialogProps } from './life-record.ts'
import { NotifyField } from './notify-field.tsx'
import { StepForm } from './step-form.tsx'
import { useRecipients } from './use-recipients.ts'
import { useStep } from './use-step.ts'
import { useStepTemplate } from './use-step-template.tsx'
import { useStoredWords } from './use-stored-words.ts'

type PlainStep = 'reopen' | 'start' | 'cancel'

const WORDS: Record<
  PlainStep,
  { title: string; label: string; send: string; step: PublicationStep; look: 'primary' | 'danger' }
> = {
  reopen: {
    title: 'Reopen',
    label: 'What happened',
    send: 'Reopen',
    step: 'updated',
    look: 'primary',
  },
  start: {
    title: 'Start this maintenance now',
    label: 'What readers should know',
    send: 'Start now',
    step: 'started',
    look: 'primary',
  },
  cancel: {
    title: 'Cancel this maintenance',
    label: 'Why it is canceled',
    send: 'Cancel the maintenance',
    step: 'cancelled',
    look: 'danger',
  },
}

function PlainStepDialog({ kind, record, onDone, onClose }: LifeDialogProps & { kind: PlainStep }) {
  const words = WORDS[kind]
  const stored = useStoredWords(`${kind}-${record.id}`)
  const [notifies, setNotifies] = useState(true)
  const recipients = useRecipients(record.id, words.step, { reopens: kind === 'reopen' })
  const choices = useChoices()
  const template = useStepTemplate(kind, { record, stored, label: words.label, choices })
  const step = useStep(`POST /api/admin/records/:id/${kind}`, {
    record,
    stored,
    onDone,
  })
  return (
    <StepForm
      title={words.title}
      lead={record.title}
      label={words.label}
      stored={stored}
      step={step}
      isReady={template.isReady}
      send={words.send}
      busySend="Publishing…"
      look={words.look}
      onSend={() => void step.send({ body: stored.words, notifies })}
      onClose={onClose}
    >
      {template.field}
      <NotifyField recipients={recipients} isOn={notifies} onChange={setNotifies} />
    </StepForm>
  )
}

export function StartDialog(props: LifeDialogProps) {
  return <PlainStepDialog {...props} kind="start" />
}

export function CancelDialog(props: LifeDialogProps) {
  return <PlainStepDialog {...props} kind="cancel" />
}

export function ReopenDialog(props: LifeDialogProps) {
  return <PlainStepDialog {...props} kind="reopen" />
}
