import { type Kysely, sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { DB } from '../../src/db/database.ts'
import { type EditionChange, nothingMore, raiseEdition } from '../../src/db/edition.ts'
import { dayName } from '../../src/domain/time.ts'
import { loadEdition } from '../../src/edition/load-edition.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { isShort } from '../size.ts'
import { addSmallSite } from '../support/small-site.ts'

const made: TestDatabase[] = []

afterAll(() => Promise.all(made.map((database) => database.drop())))

describe('loading', () => {
  test.skipIf(isShort)(
    'O-05 threats are reloaded when they change, and not when records or menus do',
    async () => {
      const { db } = await smallDatabase()
      const region = await db.selectFrom('regions').select('tid').executeTakeFirstOrThrow()
      const count = (day: string, blocked: number) =>
        db
          .insertInto('threat_counts')
          .values({ day, category: 'malware', family: 'Emotet', region_tid: region.tid, blocked })
          .execute()
      await count('2026-11-14', 3)
      await raise(db, 'threats')
      const first = await loadEdition(db)
      expect(first.threats.counts.cells).toHaveLength(1)

      await count('2026-11-13', 4)
      for (const change of ['records', 'site'] as const) {
        await raise(db, change)
        expect((await loadEdition(db, first)).threats).toBe(first.threats)
      }
      const before = await loadEdition(db, first)
      await raise(db, 'threats')
      const after = await loadEdition(db, before)
      expect(after.site).toBe(before.site)
      expect([...(after.threats.counts.cells[0]?.blocked ?? [])]).toEqual([4, 3])
      expect(after).toEqual(await loadEdition(db))
    },
  )

  test('O-05 one year is held, and nothing older', async () => {
    const { db } = await smallDatabase()
    await sql`
      insert into threat_counts (day, category, family, region_tid, blocked)
      select '2026-11-14'::date - ago, 'ba', 'X', (select min(tid) from regions), 1
      from generate_series(0, 800) as ago`.execute(db)
    await raise(db, 'threats')
    const { counts } = (await loadEdition(db)).threats
    expect(counts.hasFigures).toHaveLength(366)
    expect(dayName(counts.firstDay)).toBe('2025-11-14')
  })
})

async function smallDatabase() {
  const database = await testDatabase('empty')
  made.push(database)
  await addSmallSite(database.db)
  await raise(database.db, 'site')
  return database
}

function raise(db: Kysely<DB>, changes: EditionChange) {
  return db.transaction().execute((trx) => raiseEdition(trx, { at: new Date(), changes }, nothingMore))
}
