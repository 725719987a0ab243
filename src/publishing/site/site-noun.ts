import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../db/database.ts'
import type { Columns, SiteTable } from '../../db/site-editing/site-rows.ts'
import type { usesOf } from '../../db/site-editing/uses.ts'
import type { Capability } from '../../domain/access.ts'

/** Sentences by field of the wire; undefined: nothing wrong with it. */
export type Errors = Record<string, string | undefined>

export interface SiteRow {
  id: number
  version: number
  position?: number
  is_retired?: boolean
}

/** What a change is checked against. */
export interface Around<Row> {
  db: Kysely<DB>
  /** All others of its kind. */
  others: readonly Row[]
  /** As it is; undefined for a new one. */
  before: Row | undefined
}

interface Writing<Row> {
  db: Kysely<DB>
  before: Row | undefined
  now: Date
}

/** One kind of thing on the site. Everything that is the same for all of them is in `verbs`. */
export interface SiteNoun<Values, Row extends SiteRow & Values> {
  /** In the audit, and in sentences with spaces. */
  entity: string
  table: SiteTable
  /** What it takes to edit one like this. */
  needs(of: Values): Capability
  /** False: readers see nothing of it. */
  isPublic: boolean
  /** In their order. */
  read(db: Kysely<DB>): Promise<Row[]>
  /** What was typed, as it is kept. */
  tidy(typed: Values): Values
  check(values: Values, around: Around<Row>): Errors | Promise<Errors>
  toColumns(values: Values, about: Writing<Row>): Columns | Promise<Columns>
  /** What stands in tables of its own. */
  writeLinks?(trx: Transaction<DB>, id: number, values: Values): Promise<void>
  /** Within what it has its place; undefined: it has none. */
  scopeOf?(of: Values): string | number
  retiring?: Retiring<Row>
  /** As what others name it. */
  usedAs?: Parameters<typeof usesOf>[1]
  /** Why it can neither be removed nor retired. */
  neededBecause?(row: Row): string | undefined
}

export interface Retiring<Row> {
  retire(row: Row, now: Date): Columns
  restore(row: Row): Columns
}

/** Most tables have a column for it. */
export const BY_RETIRED_AT: Retiring<unknown> = {
  retire: (_, now) => ({ retired_at: now }),
  restore: () => ({ retired_at: null }),
}
