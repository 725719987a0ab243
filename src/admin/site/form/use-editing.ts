import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { Refusal } from '../../../ui/forms/posted.ts'
import { isSame } from '../conflict/compare-versions.ts'
import type { SetField } from './field-spec.ts'

export interface Versioned<V> {
  values: V
  /** A counter or a hash. */
  version: number | string
}

export type FormSaveOutcome<V> =
  | { kind: 'saved'; now: Versioned<V> }
  /** Z-07: someone else saved first. Nothing was overwritten. */
  | { kind: 'conflict'; theirs: Versioned<V> }
  | ({ kind: 'refused' } & Refusal)

export type Editing<V extends object> = ReturnType<typeof useEditing<V>>

/** Outside changes never touch the input: a newer version is adopted only if nothing was typed. */
export function useEditing<V extends object>({
  start,
  save,
  check = () => ({}),
}: {
  start: Versioned<V>
  save: (values: V, version: number | string) => Promise<FormSaveOutcome<V>>
  check?: (values: V) => Readonly<Record<string, string>>
}) {
  const [base, setBase] = useState(start)
  const [seen, setSeen] = useState(start.version)
  const [values, setValues] = useState(start.values)
  const [problem, setProblem] = useState<Refusal>()
  const [theirs, setTheirs] = useState<Versioned<V>>()
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const alert = useRef<HTMLDivElement>(null)
  const [unreadable, setUnreadable] = useState<readonly string[]>([])
  const [round, setRound] = useState(0)
  const isDirty = !isSame(values, base.values) || unreadable.length > 0

  if (start.version !== seen) {
    setSeen(start.version)
    if (!isDirty && !isBusy && theirs === undefined) {
      setBase(start)
      setValues(start.values)
    }
  }

  useEffect(() => {
    if (problem === undefined) return
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const target = wrong ?? alert.current
    target?.focus()
  }, [problem])

  async function send(sent: V, version: number | string): Promise<Refusal | undefined> {
    const errors = {
      ...Object.fromEntries(unreadable.map((field) => [field, 'Enter a valid time.'])),
      ...check(sent),
    }
    if (Object.keys(errors).length > 0) return { message: '', errors }
    setBusy(true)
    const outcome = await save(sent, version)
    setBusy(false)
    setProblem(undefined)
    switch (outcome.kind) {
      case 'saved':
        setTheirs(undefined)
        setBase(outcome.now)
        // Keep what was typed meanwhile.
        setValues((typed) => (isSame(typed, values) || isSame(typed, sent) ? outcome.now.values : typed))
        return undefined
      case 'conflict':
        setValues(sent)
        setTheirs(outcome.theirs)
        return undefined
      case 'refused':
        return outcome
    }
  }

  const set: SetField<V> = (field, value) => setValues((before) => ({ ...before, [field]: value }))
  return {
    values,
    base: base.values,
    version: base.version,
    set,
    /** Marks a field whose text is not a valid value. The form isn't saved with it. */
    setUnreadable: (field: string, isUnreadable: boolean) =>
      setUnreadable((before) => [
        ...before.filter((other) => other !== field),
        ...(isUnreadable ? [field] : []),
      ]),
    /** A key for fields that hold text of their own: discarding changes empties them. */
    round,
    isDirty,
    isBusy,
    problem,
    form,
    alert,
    theirs,
    errorOf: (field: string): string | undefined => problem?.errors[field],
    onSubmit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault()
      if (!isBusy) void send(values, base.version).then(setProblem)
    },
    sendAs: (sent: V) => send(sent, base.version),
    settle(chosen: V) {
      if (theirs === undefined) return
      setValues(chosen)
      setBase(theirs)
      setTheirs(undefined)
      void send(chosen, theirs.version).then(setProblem)
    },
    postpone: () => setTheirs(undefined),
    refuse: setProblem,
    /** Other values than these were saved: the input is now based on those. */
    rebase: (version: number | string) => setBase((before) => ({ ...before, version })),
    discard() {
      setValues(base.values)
      setProblem(undefined)
      setTheirs(undefined)
      setRound(round + 1)
    },
  }
}
