import { useState } from 'react'
import type { Template } from '../../contract/admin/templates.ts'
import { POST_MORTEM_TEMPLATE, type PostMortemContent } from '../../domain/post-mortem.ts'
import { ChoiceField } from '../../ui/forms/choice-field.tsx'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import styles from './post-mortem.module.css'

const OF_POST_MORTEMS = { kind: 'incident', purpose: 'post_mortem' } as const

/** Templates by staff replace the built-in one. */
export function PostMortemTemplates({ onUse }: { onUse: (template: PostMortemContent) => void }) {
  const { called } = useStaffAnswer('GET /api/admin/templates', { input: OF_POST_MORTEMS, because: '' })
  const [picked, setPicked] = useState<string>()
  if (called === undefined) return null
  const hasFailed = called.kind === 'refused'
  const templates = hasFailed ? [] : (called.answer.data as Extract<Template, { purpose: 'post_mortem' }>[])
  const chosen = templates.find(({ id }) => String(id) === picked) ?? templates[0]
  return (
    <div className={styles.template}>
      {templates.length > 1 && (
        <ChoiceField name="template" label="Template" value={chosen?.id ?? ''} onPick={setPicked}>
          {templates.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </ChoiceField>
      )}
      <button type="button" className="button" onClick={() => onUse(chosen?.content ?? POST_MORTEM_TEMPLATE)}>
        Start with the template
      </button>
      <span>
        {hasFailed && 'Your own templates could not be loaded, so this is the one that comes with Candor. '}
        It fills the empty parts with prompts. What is in {'{{braces}}'} is for you to replace.
      </span>
    </div>
  )
}
