import { useState } from 'react'
import type { Refusal } from '../../ui/forms/posted.ts'
import { type Fields, type FormState, useForm } from '../../ui/forms/use-form.ts'

export type Saved =
  /** `said` is shown at the form until it is sent again. */
  { kind: 'done'; said: string } | ({ kind: 'refused' } & Refusal)

export function useSavingForm(save: (fields: Fields) => Promise<Saved>): {
  form: FormState
  said: string | undefined
} {
  const [said, setSaid] = useState<string>()
  const form = useForm({
    async send(fields) {
      setSaid(undefined)
      const saved = await save(fields)
      if (saved.kind === 'refused') return saved
      setSaid(saved.said)
      return undefined
    },
  })
  return { form, said }
}

export function refusedIfWrong(errors: Refusal['errors']): Extract<Saved, { kind: 'refused' }> | undefined {
  return Object.keys(errors).length === 0 ? undefined : { kind: 'refused', message: '', errors }
}
