import type { ReactNode } from 'react'
import { useEditing } from '../editor-context.ts'
import { MomentField } from './moment-field.tsx'

type TimeField = 'from_time' | 'to_time' | 'actual_from_time' | 'actual_to_time' | 'closed_on' | 'next_update'

export function TimeOfRecord({
  field,
  label,
  hint,
  quick,
}: {
  field: TimeField
  label: string
  hint?: ReactNode
  quick?: readonly string[]
}) {
  const { content, change, isReadOnly, idOf, errorOf, setUnreadable } = useEditing()
  return (
    <MomentField
      id={idOf(field)}
      label={label}
      hint={hint}
      {...(quick !== undefined && !isReadOnly && { quick })}
      value={content[field]}
      error={errorOf(field)}
      isReadOnly={isReadOnly}
      onChange={(moment) => change({ [field]: moment })}
      onUnreadable={(isUnreadable) => setUnreadable(field, isUnreadable)}
    />
  )
}
