import type { InternalContent } from '../../../domain/newsroom/record-content.ts'
import { StateShape } from '../../../ui/parts/state-shape.tsx'
import { useEditing } from '../editor-context.ts'
import { Line, Lines } from '../fields/text-fields.tsx'
import styles from './internal-section.module.css'
import { Columns } from './section.tsx'

const LINKS = [
  ['slack_link', 'Slack link'],
  ['jira_link', 'Jira link'],
  ['sfdc_link', 'SFDC link'],
  ['severity_link', 'Severity link'],
] as const

/** L-09: on other ground than everything that readers see, and in no preview. */
export function InternalSection() {
  const { content, change, isReadOnly, idOf, errorOf } = useEditing()
  const set = (field: keyof InternalContent) => (value: string) =>
    change({ internal: { ...content.internal, [field]: value === '' ? null : value } })
  return (
    <fieldset className={styles.internal}>
      <legend className="hidden">Confidential Internal Only</legend>
      <p className={styles.title} aria-hidden="true">
        <StateShape tone="disruption" /> Confidential Internal Only
      </p>
      <p className={styles.lead}>For signed-in staff only: never in public pages, mails or previews.</p>
      <Lines
        id={idOf('internal.internal_note')}
        label="Internal note"
        rows={3}
        maxLength={20_000}
        value={content.internal.internal_note ?? ''}
        error={errorOf('internal.internal_note')}
        isReadOnly={isReadOnly}
        onChange={set('internal_note')}
      />
      <Columns>
        {LINKS.map(([field, label]) => (
          <Line
            key={field}
            id={idOf(`internal.${field}`)}
            label={label}
            maxLength={2000}
            placeholder={isReadOnly ? '' : 'https://'}
            value={content.internal[field] ?? ''}
            error={errorOf(`internal.${field}`)}
            isReadOnly={isReadOnly}
            onChange={set(field)}
          />
        ))}
      </Columns>
    </fieldset>
  )
}
