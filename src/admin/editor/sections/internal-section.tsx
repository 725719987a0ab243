import { INTERNAL_LINKS } from '../../../domain/newsroom/record-content.ts'
import { fieldNames, INTERNAL_FIELDS, type InternalFieldName } from '../../../domain/record-fields.ts'
import { StateShape } from '../../../ui/parts/state-shape.tsx'
import { InputField, TextAreaField } from '../../parts/text-fields.tsx'
import { useEditing } from '../editor-context.ts'
import styles from './internal-section.module.css'
import { Columns } from './section.tsx'

const TEXTS = fieldNames(INTERNAL_FIELDS).filter((name) => !INTERNAL_FIELDS[name].isLink)

/** L-09: on a different background than public fields, and never in a preview. */
export function InternalSection() {
  const { content, change, isReadOnly, idOf, errorOf } = useEditing()
  const described = (field: InternalFieldName) => ({
    id: idOf(`internal.${field}`),
    maxLength: INTERNAL_FIELDS[field].limit,
    value: content.internal[field] ?? '',
    error: errorOf(`internal.${field}`),
    readOnly: isReadOnly,
    onChange: (value: string) =>
      change({ internal: { ...content.internal, [field]: value === '' ? null : value } }),
  })
  return (
    <fieldset className={styles.internal}>
      <legend className="hidden">Confidential Internal Only</legend>
      <p className={styles.title} aria-hidden="true">
        <StateShape tone="disruption" /> Confidential Internal Only
      </p>
      <p className={styles.lead}>For signed-in staff only: never in public pages, mails or previews.</p>
      {TEXTS.map((field) => (
        <TextAreaField key={field} {...described(field)} label={INTERNAL_FIELDS[field].label} rows={3} />
      ))}
      <Columns>
        {INTERNAL_LINKS.map((field) => (
          <InputField
            key={field}
            {...described(field)}
            label={`${INTERNAL_FIELDS[field].label} link`}
            placeholder={isReadOnly ? '' : 'https://'}
          />
        ))}
      </Columns>
    </fieldset>
  )
}
