import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { Posted, Refusal } from './posted.ts'

export type Fields = Readonly<Record<string, string>>

export interface FormState {
  problem: Refusal | undefined
  isBusy: boolean
  form: RefObject<HTMLFormElement | null>
  alert: RefObject<HTMLDivElement | null>
  onSubmit(event: SubmitEvent<HTMLFormElement>): void
  field(name: string): FieldState
}

export interface FieldState {
  name: string
  error: string | undefined
  defaultValue: string | undefined
  /** Without scripts, `autoFocus` moves the focus there. */
  isFirstWrong: boolean
}

/** The fields are uncontrolled: whatever was typed before hydration or during a refusal stays. */
export function useForm({
  posted,
  send,
}: {
  posted?: Posted | undefined
  send(fields: Fields): Promise<Refusal | undefined>
}): FormState {
  // A refresh of the page has no `posted`, and must not empty the fields.
  const [before] = useState(posted)
  const [problem, setProblem] = useState<Refusal | undefined>(posted)
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const alert = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (problem === undefined || problem === before) return
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const target = wrong ?? alert.current
    target?.focus()
  }, [problem, before])

  async function submit(fields: Fields) {
    setBusy(true)
    setProblem(await send(fields))
    setBusy(false)
  }

  const firstWrong = before === undefined ? undefined : Object.keys(before.errors)[0]
  return {
    problem,
    isBusy,
    form,
    alert,
    onSubmit(event) {
      event.preventDefault()
      if (!isBusy) void submit(fieldsOf(event.currentTarget, event.nativeEvent.submitter))
    },
    field: (name) => ({
      name,
      error: problem?.errors[name],
      defaultValue: before?.values[name],
      isFirstWrong: name === firstWrong,
    }),
  }
}

function fieldsOf(form: HTMLFormElement, pressed: HTMLElement | null): Fields {
  const entries = [...new FormData(form, pressed)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(entries)
}
