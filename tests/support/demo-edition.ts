import type { Kysely } from 'kysely'
import type { DB } from '../../src/db/database.ts'
import { type LoadedEdition, loadEdition } from '../../src/edition/load-edition.ts'
import { testDatabase } from '../cluster/test-database.ts'

let shared: Promise<LoadedEdition> | undefined

/** The demo content as readers get it. An edition is immutable, so all files of a worker share one. */
export function demoEdition(): Promise<LoadedEdition> {
  shared ??= readDemo()
  return shared
}

/** The current edition of a copy of the demo database; reads only what a test changed. */
export async function editionOf(db: Kysely<DB>): Promise<LoadedEdition> {
  return loadEdition(db, await demoEdition())
}

async function readDemo(): Promise<LoadedEdition> {
  const database = await testDatabase('demo')
  try {
    return await loadEdition(database.db)
  } finally {
    await database.drop()
  }
}
