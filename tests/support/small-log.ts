import { OPEN_VAULT } from '../../src/db/at-rest/vault.ts'
import { openLogKey } from '../../src/db/log/read-log.ts'
import { verifySite } from '../../src/domain/log/verify-site.ts'
import { AnswerCache } from '../../src/edition/answer-cache.ts'
import { makePrivateKey } from '../../src/edition/file/edition-keys.ts'
import { loadEdition } from '../../src/edition/load-edition.ts'
import { logOfDatabase } from '../../src/edition/log/public-log.ts'
import { makeAnswerAt } from '../../src/server/answers/make-answer-at.ts'
import { makeLog } from '../../src/server/start/make-log.ts'
import { testDatabase } from '../cluster/test-database.ts'
import { openIncident } from './life.ts'
import { addSmallSite } from './small-site.ts'
import { testAssets, testConfig } from './test-app.ts'

/** Everything that is read to verify a small site, by address, and its records. */
export async function smallLog(): Promise<{ files: Map<string, Buffer>; records: number[] }> {
  const { db, drop } = await testDatabase()
  const { alpha } = await addSmallSite(db)
  const config = testConfig()
  const clock = () => new Date()
  await openLogKey(db, OPEN_VAULT, { make: makePrivateKey, host: 'trust.northwall.example' })
  const records: number[] = []
  for (const title of ['One', 'Two', 'Three'])
    records.push(await openIncident(db, { clouds: [alpha], title }))
  const held = {
    edition: await loadEdition(db),
    staleSince: null,
    answers: new AnswerCache({ maxBytes: 0 }),
  }
  const context = {
    config,
    assets: testAssets,
    log: makeLog({ level: 'silent', to: { write: () => {} } }),
    publicLog: logOfDatabase({ db, vault: OPEN_VAULT, publicUrl: config.publicUrl, clock }),
  }
  const files = new Map<string, Buffer>()
  await verifySite({
    get: async (address) => {
      const made = await makeAnswerAt(context, held, { address, now: clock() })
      const bytes = made?.answer.variants.find(({ encoding }) => encoding === 'identity')?.bytes
      if (bytes !== undefined) files.set(address, bytes)
      return bytes
    },
    editionAt: () => undefined,
    pause: async () => {},
    mayBeNew: false,
    isWhole: false,
    now: clock(),
  })
  await drop()
  return { files, records }
}
