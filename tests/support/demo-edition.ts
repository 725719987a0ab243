import type { Edition } from '../../src/edition/edition.ts'
import { loadEdition } from '../../src/edition/load-edition.ts'
import { testDatabase } from '../cluster/test-database.ts'

/** The demo content as readers get it. It is a value: the database it came from is gone again. */
export async function demoEdition(): Promise<Edition> {
  const database = await testDatabase('demo')
  try {
    return await loadEdition(database.db)
  } finally {
    await database.drop()
  }
}
