import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../db/database.ts'
import type { Columns, SiteTable } from '../../db/site-editing/site-rows.ts'
import type { usesOf } from '../../db/site-editing/uses.ts'
import type { Capability } from '../../domain/access.ts'

export type Errors = Record<string, string | undefined>

export interface SiteRow {
  id: number
  version: number
  position?: number
  is_retired?: boolean
}

export interface Around<Row> {
  db: Kysely<DB>
  others: readonly Row[]
  before: Row | undefined
  now: Date
}

interface Writing<Row> {
  db: Kysely<DB>
  before: Row | undefined
  now: Date
}

export interface SiteNoun<Values, Row extends SiteRow & Values> {
  /** Its name in the audit log and, with spaces, in sentences. */
  entity: string
  table: SiteTable
  needs(of: Values): Capability
  isPublic: boolean
  read(db: Kysely<DB>): Promise<Row[]>
  tidy(typed: Values): Values
  check(values: Values, around: Around<Row>): Errors | Promise<Errors>
  toColumns(values: Values, about: Writing<Row>): Columns | Promise<Columns>
  writeLinks?(trx: Transaction<DB>, id: number, values: Values): Promise<void>
  /** The group that its position counts in; undefined: it has no position. */
  scopeOf?(of: Values): string | number
  retiring?: Retiring<Row>
  usedAs?: Parameters<typeof usesOf>[1]
  neededBecause?(row: Row): string | undefined
  closedToLimited?(change: { before: Row; after: Values }): string | undefined
}

export interface Retiring<Row> {
  retire(row: Row, now: Date): Columns
  restore(row: Row): Columns
}

export const BY_RETIRED_AT: Retiring<unknown> = {
  retire: (_, now) => ({ retired_at: now }),
  restore: () => ({ retired_at: null }),
}
