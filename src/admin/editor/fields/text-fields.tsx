import { type ReactNode, useId } from 'react'
import { type FieldsWith, RECORD_FIELDS } from '../../../domain/record-fields.ts'
import fieldStyles from '../../../ui/forms/field.module.css'
import { FieldFrame } from '../../../ui/forms/field-frame.tsx'
import inputStyles from '../../parts/text-area-field.module.css'
import { useEditing } from '../editor-context.ts'

type LineField = Exclude<FieldsWith<{ holds: 'text' | 'optional text' }>, 'body'>

interface Worded {
  label: string
  hint?: ReactNode
  maxLength: number
  placeholder?: string
}

export function LineOfRecord({ field, hint }: { field: LineField; hint?: ReactNode }) {
  return <Line {...useLine(field)} hint={hint} />
}

export function LinesOfRecord({ field, hint, rows }: { field: LineField; hint?: ReactNode; rows: number }) {
  return <Lines {...useLine(field)} hint={hint} rows={rows} />
}

/** An emptied optional text becomes null. */
function useLine(field: LineField) {
  const { content, change, isReadOnly, idOf, errorOf } = useEditing()
  const { label, limit, holds } = RECORD_FIELDS[field]
  return {
    label,
    maxLength: limit,
    id: idOf(field),
    error: errorOf(field),
    value: content[field] ?? '',
    isReadOnly,
    onChange: (value: string) => change({ [field]: holds === 'text' ? value : value || null }),
  }
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
