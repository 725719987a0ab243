import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expandNext } from '../../src/delivery/expand/expand-next.ts'
import { loadEdition } from '../../src/edition/load-edition.ts'
import { bareDatabase, testDatabase } from '../cluster/test-database.ts'
import { isShort } from '../size.ts'
import { backUp, backupFolder, digestsOf, putBack, SETTLED_TABLES, without } from '../support/backups.ts'
import { buildRandomSite } from '../support/build-random-site.ts'
import { randomSite } from '../support/random-site.ts'
import { standingHolder, testApp } from '../support/test-app.ts'

const NOW = new Date('2026-11-15T10:00:00Z')
const SITES = 3

// restore.test.ts compares the rows and answers of two sites, with odd characters in texts, in every run.
test.skipIf(isShort)(
  `any site has the same rows and answers after a restore`,
  async () => {
    const folder = await backupFolder()
    let turn = 0
    await fc.assert(
      fc.asyncProperty(randomSite(), fc.string({ unit: 'binary', maxLength: 40 }), async (site, words) => {
        const source = await testDatabase()
        const target = await bareDatabase()
        const file = folder.file(`${turn++}.tar`)
        try {
          const { publications } = await buildRandomSite(source.db, site, NOW)
          // Anything people may type: tabs, backslashes, line ends, every script.
          const body = `${words.replaceAll('\0', '')}\t\\N\r\n\\.`
          await source.db
            .updateTable('records')
            .set({ body, tags: [body, ''] })
            .execute()
          while ((await expandNext(source.db, { now: NOW })).kind === 'expanded');
          await backUp(source.url, file)
          await putBack(target.url, file, { isQuiet: false, now: NOW })
          // A restore voids the links in mails that were sent before.
          for (const { db } of [source, target])
            await db.updateTable('deliveries').set({ managed_at: null }).execute()
          expect(without(await digestsOf(target.url), SETTLED_TABLES)).toEqual(
            without(await digestsOf(source.url), SETTLED_TABLES),
          )
          const [one, other] = [await answersOf(source, publications), await answersOf(target, publications)]
          expect(other).toEqual(one)
        } finally {
          await source.drop()
          await target.drop()
        }
      }),
      { numRuns: SITES, interruptAfterTimeLimit: 60_000 },
    )
    await folder.remove()
  },
  120_000,
)

async function answersOf(
  { db }: Awaited<ReturnType<typeof testDatabase>>,
  publications: readonly { recordId: number }[],
) {
  const edition = await loadEdition(db)
  const holder = standingHolder(NOW)
  // Edition identifiers are not part of the content.
  holder.hold({ ...edition, number: 1, siteNumber: 1, threatNumber: 1, history: 'h', publishedAt: NOW })
  const { app } = await testApp({ holder, clock: () => NOW })
  const clouds = edition.site.clouds.flatMap(({ domain, machine_name }) => [
    `/${domain}`,
    `/${domain}/incidents`,
    `/api/incident?cloud=${machine_name}&page=1`,
  ])
  const records = publications.slice(0, 3).map(({ recordId }) => `/api/post/${recordId}`)
  const answers = []
  for (const url of ['/api/global', ...clouds, ...records]) {
    const { statusCode, body } = await app.inject({ url })
    answers.push([url, statusCode, body])
  }
  await app.close()
  return answers
}
