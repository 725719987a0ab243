import type { ReactNode } from 'react'

export interface Option {
  value: string | number
  words: string
  group?: string
}

interface About<V> {
  name: keyof V & string
  label: string
  hint?: ReactNode
  isAsked?: (values: V) => boolean
  isHalf?: boolean
}

export type FieldSpec<V> = About<V> &
  (
    | {
        kind: 'text'
        maxLength?: number
        isCode?: boolean
        isFixed?: boolean
        suggestions?: readonly string[]
      }
    /** Null if empty. */
    | { kind: 'optional-text'; maxLength?: number }
    | { kind: 'area'; rows?: number; maxLength?: number }
    /** Null if empty and optional. */
    | { kind: 'number'; isOptional?: boolean }
    | { kind: 'check' }
    | { kind: 'choice'; options: readonly Option[]; none?: string }
    | { kind: 'checks'; options: readonly Option[] }
    /** `2026-03-01`; null if empty. */
    | { kind: 'day'; isOptional?: boolean }
    /** ISO 8601; null if empty. */
    | { kind: 'moment' }
    | { kind: 'color' }
    | { kind: 'rich'; isShort?: boolean }
    | {
        kind: 'own'
        render: (field: { values: V; set: SetField<V>; error: string | undefined }) => ReactNode
        words: (values: V) => string
      }
  )

export type SetField<V> = <K extends keyof V & string>(field: K, value: V[K]) => void

type Value = Option['value']

/**
 * What is chosen after a click. In option order, so that undoing a click leaves nothing to save. A chosen
 * value that is not offered stays, because the user didn't remove it.
 */
export function chosenAfter(
  { options, chosen }: { options: readonly Option[]; chosen: readonly Value[] },
  click: { value: Value; isOn: boolean },
): Value[] {
  const offered = options.map(({ value }) => value)
  return [
    ...chosen.filter((value) => !offered.includes(value)),
    ...offered.filter((value) => (value === click.value ? click.isOn : chosen.includes(value))),
  ]
}
