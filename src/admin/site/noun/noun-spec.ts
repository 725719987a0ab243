import type { ReactNode } from 'react'
import type { FieldSpec } from '../form/field-spec.ts'
import type { NounPath, RowOf, ValuesOf } from './noun-calls.ts'

interface RowWords {
  name: string
  detail?: ReactNode
  /** A state worth a second look. */
  chip?: ReactNode
}

export interface RowGroup<P extends NounPath> {
  key: string | number
  /** Undefined where one list is all there is. */
  title?: string
  rows: readonly RowOf<P>[]
  /** What may be done with the group itself. */
  actions?: ReactNode
  /** What to say where it has no rows. */
  empty?: string
}

/** How one kind of thing is shown and edited. */
export interface NounSpec<P extends NounPath> {
  path: P
  /** Of its screens: `/admin/site/{part}`. */
  part: string
  /** `data center` */
  one: string
  title: string
  lead?: ReactNode
  actions?: ReactNode
  /** Above the list: filters. */
  above?: ReactNode
  words: (row: RowOf<P>) => RowWords
  groups: (rows: readonly RowOf<P>[]) => RowGroup<P>[]
  /** What an order is sent for: one group, or all groups after each other. */
  order?: 'group' | 'all'
  canRetire: boolean
  /** `row` is undefined for a new one. */
  fields: (row: RowOf<P> | undefined) => readonly FieldSpec<ValuesOf<P>>[]
  fresh: ValuesOf<P>
  /** What it will look like. */
  preview?: (values: ValuesOf<P>) => ReactNode
  /** Where readers find it. */
  seenAt?: (row: RowOf<P>) => string | undefined
  /** There is one for everything that can have one. */
  isFull?: boolean
}

/** What is written of a row: the rest is its number, its version and its place. */
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

/** What every row has, whatever it is a row of. */
export function rowOf<P extends NounPath>(row: RowOf<P>): Row {
  return row as Row
}
