import type { Kysely } from 'kysely'
import type { DB } from '../db/database.ts'

/** What the verbs of this room work with. */
export interface NewsroomDesk {
  db: Kysely<DB>
}
