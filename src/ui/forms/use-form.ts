import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { Posted, Refusal } from './posted.ts'

/** What somebody entered, by the names of the fields. */
export type Fields = Readonly<Record<string, string>>

export interface FormState {
  problem: Refusal | undefined
  isBusy: boolean
  form: RefObject<HTMLFormElement | null>
  alert: RefObject<HTMLDivElement | null>
  onSubmit(event: SubmitEvent<HTMLFormElement>): void
  /** What a field needs to know of the form. */
  field(name: string): FieldState
}

export interface FieldState {
  name: string
  error: string | undefined
  defaultValue: string | undefined
  /** Without scripts the browser itself puts the focus where something is wrong. */
  isFirstWrong: boolean
}

/**
 * Sends what was entered, once at a time, and shows why it was refused. The fields keep their values themselves: what
 * was typed before the scripts came, or while a refusal is on the screen, is never touched.
 */
export function useForm({
  posted,
  send,
}: {
  posted?: Posted | undefined
  /** What came of it; nothing when all went well. */
  send(fields: Fields): Promise<Refusal | undefined>
}): FormState {
  // A refresh of the page knows nothing of what was posted, and must not empty the fields.
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

/** Text alone: no form here takes files. The button that was pressed may say something, too. */
function fieldsOf(form: HTMLFormElement, pressed: HTMLElement | null): Fields {
  const entries = [...new FormData(form, pressed)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(entries)
}
