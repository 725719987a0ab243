import { useEffect, useRef, useState } from 'react'
import type { Template, TemplatePurpose } from '../../../contract/admin/templates.ts'
import type { RecordKind } from '../../../domain/record.ts'
import { ChoiceField } from '../../../ui/forms/choice-field.tsx'
import { InputField } from '../../parts/input-field.tsx'
import { useStaffAnswer } from '../../parts/use-staff-answer.ts'
import styles from './template-choice.module.css'

type TemplateFor<P extends TemplatePurpose> = Extract<Template, { purpose: P }>

export function TemplateChoice<P extends TemplatePurpose>({
  kind,
  purpose,
  first,
  onUse,
}: {
  kind: RecordKind
  purpose: P
  /** Preselected by the URL. */
  first?: number | undefined
  onUse: (template: TemplateFor<P>, values: Readonly<Record<string, string>>) => void
}) {
  const { called } = useStaffAnswer('GET /api/admin/templates', { input: { kind, purpose }, because: '' })
  const [picked, setPicked] = useState(first)
  const [values, setValues] = useState<Record<string, string>>({})
  const all = called?.kind === 'done' ? (called.answer.data as TemplateFor<P>[]) : []
  const template = all.find(({ id }) => id === picked)
  // A template from the URL that asks for nothing is inserted as soon as it is loaded.
  const isFirstIn = useRef(false)
  useEffect(() => {
    if (template === undefined || template.id !== first || isFirstIn.current) return
    isFirstIn.current = true
    if (template.asks_for.length === 0) onUse(template, {})
  }, [template, first, onUse])
  if (all.length === 0) return null

  function pick(id: string) {
    const chosen = all.find((one) => String(one.id) === id)
    setPicked(chosen?.id)
    setValues({})
    if (chosen !== undefined && chosen.asks_for.length === 0) onUse(chosen, {})
  }
  return (
    <div className={styles.choice}>
      <ChoiceField name="template" label="Template" value={picked ?? ''} onPick={pick}>
        <option value="">None</option>
        {all.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </ChoiceField>
      {template !== undefined && template.asks_for.length > 0 && (
        <div className={styles.asked}>
          {template.asks_for.map((name) => (
            <InputField
              key={name}
              label={wordsOf(name)}
              value={values[name] ?? ''}
              onChange={(value) => setValues({ ...values, [name]: value })}
            />
          ))}
          <button type="button" className="button" onClick={() => onUse(template, given(values))}>
            Insert template
          </button>
        </div>
      )}
    </div>
  )
}

/** `root_cause` becomes `Root cause`. */
function wordsOf(name: string) {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Empty values leave their placeholder visible in the text. */
function given(values: Record<string, string>) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))
}
