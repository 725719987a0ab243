import type { ReactNode } from 'react'

export interface Option {
  value: string | number
  words: string
  /** Under which heading it stands. */
  group?: string
}

interface About<V> {
  name: keyof V & string
  label: string
  hint?: ReactNode
  /** Only asked where it matters. */
  isAsked?: (values: V) => boolean
  /** Two such fields stand side by side, where there is room. */
  isHalf?: boolean
}

/** One field of a form, by what is entered in it. Its value stands under its name in the values of the form. */
export type FieldSpec<V> = About<V> &
  (
    | {
        kind: 'text'
        maxLength?: number
        isCode?: boolean
        isFixed?: boolean
        suggestions?: readonly string[]
      }
    /** Null for nothing. */
    | { kind: 'optional-text'; maxLength?: number }
    | { kind: 'area'; rows?: number; maxLength?: number }
    /** Of a number; empty is none where it may be. */
    | { kind: 'number'; isOptional?: boolean }
    | { kind: 'check' }
    | { kind: 'choice'; options: readonly Option[]; none?: string }
    | { kind: 'checks'; options: readonly Option[] }
    /** `2026-03-01`; null for none. */
    | { kind: 'day'; isOptional?: boolean }
    /** A moment as ISO text; null for none. */
    | { kind: 'moment' }
    | { kind: 'color' }
    /** HTML. */
    | { kind: 'rich'; isShort?: boolean }
    | {
        kind: 'own'
        render: (field: { values: V; set: SetField<V>; error: string | undefined }) => ReactNode
        words: (values: V) => string
      }
  )

export type SetField<V> = <K extends keyof V & string>(field: K, value: V[K]) => void
