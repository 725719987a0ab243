// Writes what follows from the migrations: the types of the database, and schema.sql for reading.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../src/db/connect.ts'
import { startEmbedded } from '../src/db/embedded/start-embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { schemaSql } from '../src/db/schema-sql.ts'
import { databaseTypes } from './database-types.ts'

const folder = await mkdtemp(join(tmpdir(), 'candor-schema-'))
try {
  const server = await startEmbedded({ dataDir: folder, report: () => {} })
  if (server.kind === 'refused') throw new Error(server.line)
  try {
    await writeFromMigrations(server.url)
  } finally {
    await server.stop()
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function writeFromMigrations(url: string): Promise<void> {
  const { db, close } = connect(url)
  try {
    const outcome = await migrate(db)
    if (outcome.kind === 'refused') throw new Error(outcome.line)
    await writeFile('src/db/database.ts', await databaseTypes(db))
    await writeFile('schema.sql', await schemaSql(db))
  } finally {
    await close()
  }
  console.log('Wrote src/db/database.ts and schema.sql.')
}
