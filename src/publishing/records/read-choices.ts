import type { Kysely } from 'kysely'
import type { Choices } from '../../contract/admin/choices.ts'
import { readThings, wordsInUse } from '../../db/choices.ts'
import type { DB } from '../../db/database.ts'

export async function readChoices(db: Kysely<DB>): Promise<Choices> {
  return {
    ...(await readThings(db)),
    tags: await wordsInUse(db, 'tags'),
    clusters: await wordsInUse(db, 'clusters'),
  }
}
