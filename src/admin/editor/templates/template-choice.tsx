import { useEffect, useRef, useState } from 'react'
import type { Template, TemplatePurpose } from '../../../contract/admin/templates.ts'
import type { RecordKind } from '../../../domain/record.ts'
import { ChoiceField } from '../../../ui/forms/choice-field.tsx'
import { MomentField } from '../../parts/moment-field.tsx'
import { InputField } from '../../parts/text-fields.tsx'
import { useStaffAnswer } from '../../parts/use-staff-answer.ts'
import styles from './template-choice.module.css'

export type RecordTemplateOf = Extract<Template, { purpose: 'record' }>
export type UpdateTemplateOf = Extract<Template, { purpose: 'update' }>

export function useTemplates<P extends TemplatePurpose>(kind: RecordKind, purpose: P) {
  const { called } = useStaffAnswer('GET /api/admin/templates', { input: { kind, purpose }, because: '' })
  return {
    templates:
      called?.kind === 'done' ? (called.answer.data as Extract<Template, { purpose: P }>[]) : undefined,
    isLoading: called === undefined,
  }
}

type Values = Readonly<Record<string, string>>

export function TemplateChoice<T extends Template>({
  templates = [],
  first,
  moments = {},
  typedIn,
  onUse,
}: {
  templates: readonly T[] | undefined
  first?: number | undefined
  /** Placeholders that are asked for as a time, because the record has a field for them. */
  moments?: Readonly<Record<string, { value: string | null; onChange: (at: string | null) => void }>>
  /** Labels of the fields in which the template would replace something that was typed. */
  typedIn: (template: T, values: Values) => readonly string[]
  onUse: (template: T, values: Values, how: { keepsTyped: boolean }) => void
}) {
  const [picked, setPicked] = useState(first)
  const [values, setValues] = useState<Record<string, string>>({})
  const [doubt, setDoubt] = useState<{ template: T; typed: readonly string[] }>()
  const template = templates.find(({ id }) => id === picked)
  // A template from the URL that asks for nothing is inserted as soon as it is loaded.
  const isFirstIn = useRef(false)
  useEffect(() => {
    if (template === undefined || template.id !== first || isFirstIn.current) return
    isFirstIn.current = true
    if (template.asks_for.length === 0) use(template, {})
  })
  if (templates.length === 0) return null

  function pick(id: string) {
    const chosen = templates.find((one) => String(one.id) === id)
    setPicked(chosen?.id)
    setValues({})
    setDoubt(undefined)
    if (chosen !== undefined && chosen.asks_for.length === 0) use(chosen, {})
  }
  function use(chosen: T, asked: Values) {
    const typed = typedIn(chosen, asked)
    if (typed.length > 0) return setDoubt({ template: chosen, typed })
    onUse(chosen, asked, { keepsTyped: false })
  }
  function decide(keepsTyped: boolean) {
    if (doubt !== undefined) onUse(doubt.template, given(values), { keepsTyped })
    setDoubt(undefined)
  }
  return (
    <div className={styles.choice}>
      <ChoiceField name="template" label="Template" value={picked ?? ''} onPick={pick}>
        <option value="">None</option>
        {templates.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </ChoiceField>
      {template !== undefined && template.asks_for.length > 0 && (
        <div className={styles.asked}>
          {template.asks_for.map((name) => {
            const moment = moments[name]
            return moment === undefined ? (
              <InputField
                key={name}
                label={placeholderLabel(name)}
                value={values[name] ?? ''}
                onChange={(value) => setValues({ ...values, [name]: value })}
              />
            ) : (
              <MomentField
                key={name}
                label={placeholderLabel(name)}
                value={moment.value}
                quick={['+1h', '+2h']}
                onChange={moment.onChange}
              />
            )
          })}
          <button type="button" className="button" onClick={() => use(template, given(values))}>
            Insert template
          </button>
        </div>
      )}
      {doubt !== undefined && (
        <div className={styles.asked} role="alert">
          <p>
            “{doubt.template.name}” would replace what you entered: {doubt.typed.join(', ')}.
          </p>
          <div className={styles.answers}>
            <button type="button" className="button" onClick={() => decide(true)}>
              Keep mine, fill in the rest
            </button>
            <button type="button" className="button" onClick={() => decide(false)}>
              Replace
            </button>
            <button type="button" className="button" onClick={() => setDoubt(undefined)}>
              Don’t insert it
            </button>
          </div>
        </div>
      )}
    </div>
  )
}

function placeholderLabel(name: string) {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function given(values: Record<string, string>) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))
}
