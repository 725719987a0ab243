import type { ReactNode } from 'react'
import type { FieldSpec } from '../form/field-spec.ts'
import type { NounPath, RowOf, ValuesOf } from './noun-calls.ts'

interface RowWords {
  name: string
  detail?: ReactNode
  chip?: ReactNode
}

export interface RowGroup<P extends NounPath> {
  key: string | number
  title?: string
  rows: readonly RowOf<P>[]
  actions?: ReactNode
  empty?: string
}

export interface NounSpec<P extends NounPath> {
  path: P
  part: string
  /** Singular, such as `data center`. */
  one: string
  title: string
  lead?: ReactNode
  actions?: ReactNode
  above?: ReactNode
  words: (row: RowOf<P>) => RowWords
  groups: (rows: readonly RowOf<P>[]) => RowGroup<P>[]
  /** Whether an order covers one group, or all groups together. */
  order?: 'group' | 'all'
  canRetire: boolean
  fields: (row: RowOf<P> | undefined) => readonly FieldSpec<ValuesOf<P>>[]
  fresh: ValuesOf<P>
  preview?: (values: ValuesOf<P>) => ReactNode
  seenAt?: (row: RowOf<P>) => string | undefined
  isFull?: boolean
}

export function valuesIn<P extends NounPath>(spec: NounSpec<P>, row: RowOf<P>): ValuesOf<P> {
  const fields = Object.keys(spec.fresh as object)
  const all = row as Record<string, unknown>
  return Object.fromEntries(fields.map((field) => [field, all[field]])) as ValuesOf<P>
}

export interface Row {
  id: number
  version: number
  position?: number
  is_retired?: boolean
}

export function rowOf<P extends NounPath>(row: RowOf<P>): Row {
  return row as Row
}
