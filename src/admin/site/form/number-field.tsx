import { type ReactNode, useState } from 'react'
import { InputField } from '../../parts/input-field.tsx'

/** A number that may be half typed: `-` and `52.` are no numbers yet, and stay as they are typed. NaN is none. */
export function NumberField({
  label,
  hint,
  error,
  name,
  value,
  isOptional = false,
  onChange,
}: {
  label: string
  hint?: ReactNode
  error?: string | undefined
  name: string
  value: number | null
  isOptional?: boolean | undefined
  onChange: (value: number | null) => void
}) {
  const [typed, setTyped] = useState(() => written(value))
  const isSetElsewhere = !Object.is(numberIn(typed, isOptional), value)
  if (isSetElsewhere) setTyped(written(value))
  return (
    <InputField
      label={label}
      hint={hint}
      error={error}
      name={name}
      inputMode="decimal"
      value={typed}
      onChange={(next) => {
        setTyped(next)
        onChange(numberIn(next, isOptional))
      }}
    />
  )
}

function numberIn(typed: string, isOptional: boolean): number | null {
  const trimmed = typed.trim().replace(',', '.')
  if (trimmed === '' && isOptional) return null
  return /^-?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : Number.NaN
}

function written(value: number | null) {
  return value === null || Number.isNaN(value) ? '' : String(value)
}
