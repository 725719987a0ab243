import type { ReactNode } from 'react'
import { type FieldsWith, RECORD_FIELDS } from '../../../domain/record-fields.ts'
import { InputField, TextAreaField } from '../../parts/text-fields.tsx'
import { useEditing } from '../editor-context.ts'

type LineField = Exclude<FieldsWith<{ holds: 'text' | 'optional text' }>, 'body'>

export function LineOfRecord({ field, hint }: { field: LineField; hint?: ReactNode }) {
  return <InputField {...useLine(field)} hint={hint} />
}

export function LinesOfRecord({ field, hint, rows }: { field: LineField; hint?: ReactNode; rows: number }) {
  return <TextAreaField {...useLine(field)} hint={hint} rows={rows} />
}

function useLine(field: LineField) {
  const { content, change, isReadOnly, idOf, errorOf } = useEditing()
  const { label, limit, holds } = RECORD_FIELDS[field]
  return {
    label,
    maxLength: limit,
    id: idOf(field),
    error: errorOf(field),
    value: content[field] ?? '',
    readOnly: isReadOnly,
    onChange: (value: string) => change({ [field]: holds === 'text' ? value : value || null }),
  }
}
