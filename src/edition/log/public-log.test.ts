import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { OPEN_VAULT } from '../../db/at-rest/vault.ts'
import type { DB } from '../../db/database.ts'
import { DatabaseSilent } from '../../db/within.ts'
import type { EditionLog } from '../edition.ts'
import { pastEditionsOf } from './past-editions.ts'
import { logOfDatabase } from './public-log.ts'

class SilentDriver extends DummyDriver {
  override acquireConnection() {
    return new Promise<never>(() => {})
  }
}

const db = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new SilentDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const log = logOfDatabase({
  db,
  vault: OPEN_VAULT,
  publicUrl: 'https://a.example',
  clock: () => new Date('2026-11-17T12:00:00Z'),
})

afterEach(() => void vi.useRealTimers())

test.each<[string, () => Promise<unknown>]>([
  ['a tile', () => log.file('0123456789abcdef/tile/0/000')],
  ['a version', () => log.file(`faces/${'0'.repeat(64)}`)],
  ['a signature', () => log.checkpoint({ id: '0123456789abcdef', size: 1 } as EditionLog)],
  ['the versions of a record', () => pastEditionsOf(db).versions(7)],
])('a request for %s gives up on a silent database after 5 seconds', async (_, ask) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let failure: unknown
  const asked = ask().catch((error: unknown) => {
    failure = error
  })
  await vi.advanceTimersByTimeAsync(4_900)
  expect(failure).toBeUndefined()
  await vi.advanceTimersByTimeAsync(100)
  await asked
  expect(failure).toBeInstanceOf(DatabaseSilent)
})
