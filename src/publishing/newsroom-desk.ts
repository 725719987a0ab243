import type { Kysely } from 'kysely'
import type { DB } from '../db/database.ts'

export interface NewsroomDesk {
  db: Kysely<DB>
}
