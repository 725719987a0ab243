import type { Kysely } from 'kysely'
import type { AdapterFactory } from 'oidc-provider'
import type { DB } from '../../db/database.ts'
import {
  consumeDemoEntry,
  deleteDemoEntriesOfGrant,
  deleteDemoEntry,
  findDemoEntry,
  findDemoEntryBy,
  writeDemoEntry,
} from '../../db/demo-identity.ts'

const MOST_ENTRIES = 2_000
/** Default for entries without an expiry; the library makes none here. */
const LONGEST_S = 3_600

export function demoIdentityMemory({
  db,
  clock,
  mostEntries = MOST_ENTRIES,
}: {
  db: Kysely<DB>
  clock: () => Date
  mostEntries?: number
}): AdapterFactory {
  return (model) => ({
    upsert: (id, payload, expiresInS = LONGEST_S) => {
      const now = clock()
      const expiresAt = new Date(now.getTime() + expiresInS * 1000)
      return writeDemoEntry(db, { model, id, payload: { ...payload }, expiresAt, now, most: mostEntries })
    },
    find: (id) => findDemoEntry(db, { model, id, now: clock() }),
    findByUid: (value) => findDemoEntryBy(db, { model, field: 'uid', value, now: clock() }),
    findByUserCode: (value) => findDemoEntryBy(db, { model, field: 'userCode', value, now: clock() }),
    consume: (id) => consumeDemoEntry(db, { model, id, now: clock() }),
    destroy: (id) => deleteDemoEntry(db, { model, id }),
    revokeByGrantId: (grantId) => deleteDemoEntriesOfGrant(db, grantId),
  })
}
