import { useState } from 'react'
import { POST_MORTEM_TEMPLATE, type PostMortemContent } from '../../domain/post-mortem.ts'
import { ChoiceField } from '../../ui/forms/choice-field.tsx'
import { useTemplates } from '../editor/templates/template-choice.tsx'
import styles from './post-mortem.module.css'

/** Templates of staff replace the shipped one. A choice is offered only if there is something to choose. */
export function PostMortemTemplates({ onUse }: { onUse: (template: PostMortemContent) => void }) {
  const templates = useTemplates('incident', 'post_mortem')
  const [picked, setPicked] = useState<string>()
  if (templates === undefined) return null
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
      <span>It fills the empty parts with prompts. What is in {'{{braces}}'} is for you to replace.</span>
    </div>
  )
}
