import { type ReactNode, useId } from 'react'
import fieldStyles from '../../../ui/forms/field.module.css'
import { FieldFrame } from '../../../ui/forms/field-frame.tsx'
import inputStyles from '../../parts/text-area-field.module.css'
import { useEditing } from '../editor-context.ts'

type LineField =
  | 'title'
  | 'summary'
  | 'author'
  | 'incident_type'
  | 'redirect'
  | 'customer_impact'
  | 'available_workaround'
  | 'how_found'

interface Worded {
  label: string
  hint?: ReactNode
  maxLength: number
  placeholder?: string
}

/** A line of the record. What is emptied says nothing: null, where the record knows that. */
export function LineOfRecord({ field, ...worded }: Worded & { field: LineField }) {
  const { content, change, isReadOnly, idOf, errorOf } = useEditing()
  return (
    <Line
      {...worded}
      id={idOf(field)}
      error={errorOf(field)}
      value={content[field] ?? ''}
      isReadOnly={isReadOnly}
      onChange={(value) => change({ [field]: isAlwaysText(field) ? value : value || null })}
    />
  )
}

export function LinesOfRecord({ field, rows = 3, ...worded }: Worded & { field: LineField; rows?: number }) {
  const { content, change, isReadOnly, idOf, errorOf } = useEditing()
  return (
    <Lines
      {...worded}
      rows={rows}
      id={idOf(field)}
      error={errorOf(field)}
      value={content[field] ?? ''}
      isReadOnly={isReadOnly}
      onChange={(value) => change({ [field]: isAlwaysText(field) ? value : value || null })}
    />
  )
}

function isAlwaysText(field: LineField) {
  return field === 'title' || field === 'summary'
}

export function Line({
  id: givenId,
  label,
  hint,
  error,
  value,
  maxLength,
  placeholder,
  isReadOnly = false,
  onChange,
  onLeave,
}: Worded & {
  id?: string
  error?: string | undefined
  value: string
  isReadOnly?: boolean
  onChange: (value: string) => void
  onLeave?: () => void
}) {
  const ownId = useId()
  const id = givenId ?? ownId
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      {(described) => (
        <input
          {...described}
          id={id}
          className={fieldStyles.input}
          value={value}
          maxLength={maxLength}
          placeholder={placeholder}
          readOnly={isReadOnly}
          autoComplete="off"
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onLeave}
        />
      )}
    </FieldFrame>
  )
}

export function Lines({
  id: givenId,
  label,
  hint,
  error,
  value,
  maxLength,
  placeholder,
  rows,
  isReadOnly = false,
  onChange,
}: Worded & {
  id?: string
  rows: number
  error?: string | undefined
  value: string
  isReadOnly?: boolean
  onChange: (value: string) => void
}) {
  const ownId = useId()
  const id = givenId ?? ownId
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      {(described) => (
        <textarea
          {...described}
          id={id}
          className={`${fieldStyles.input} ${inputStyles.area}`}
          rows={rows}
          value={value}
          maxLength={maxLength}
          placeholder={placeholder}
          readOnly={isReadOnly}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  )
}
