import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { isBuilt } from '../../scripts/source-stamp.mjs'
import { isShort, sized } from '../size.ts'
import { type BuiltSite, runBuiltSite, startBuiltSite } from '../support/built-site.ts'
import { eventually } from '../support/eventually.ts'

/** In the short run, demo.test.ts proves that an empty database gets the demo. */
const DEMO = sized({ short: '0', long: '1' })
const PAGE = sized({ short: '/healthz', long: '/northwall.net' })

const processes: BuiltSite[] = []

// `npm test` builds before it runs these. processes-worker.test.ts covers a worker alone, processes-web.test.ts a site
// alone.
describe.skipIf(!isBuilt())('the built program', () => {
  afterEach(async () => {
    await Promise.all(processes.splice(0).map((each) => each.stop()))
  })

  test('out of the box one start creates its database, serves and delivers, and leaves nothing running', async () => {
    const all = await startBuiltSite({ DEMO })
    processes.push(all)
    expect(all.said()).toContain(`Data: ${all.dataDir}`)
    expect((await fetch(`${all.url}${PAGE}`)).status).toBe(200)
    await eventually(() =>
      expect(all.logged().filter(({ msg }) => msg === 'A worker runs with the site')).toHaveLength(1),
    )
    if (!isShort) {
      // A worker next to it finds the database automatically, as the command in staff-link.test.ts does in
      // every run.
      const second = await runBuiltSite({ ROLE: 'worker', DATA_DIR: all.dataDir, LOG_LEVEL: 'warn' })
      processes.push(second)
      await eventually(() => expect(second.said()).toContain('Candor notifies subscribers'))
      await second.stop()
    }
    all.process.kill('SIGTERM')
    expect(await all.ended).toBe(0)
    expect(existsSync(join(all.dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  })
})
