import type { Kysely } from 'kysely'
import type { DB } from '../db/database.ts'

/** What the verbs of this room work with in a web process; sending itself is the worker's. */
export interface DeliveryDesk {
  db: Kysely<DB>
}
