import { rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { test, afterEach } from 'vitest'
import { clear } from './support/data-folders.ts'
import { seededDataDir, removeSeed } from './support/seed.ts'
import { refusalOf } from './support/started.ts'
afterEach(clear)
test('t', async () => {
 for (const h of ['global/pg_control','pg_wal','postgresql.conf','global','base','pg_xact','pg_hba.conf', 'base/5', 'base/1', 'global/pg_filenode.map','pg_multixact','pg_notify','pg_tblspc', 'pg_logical', 'pg_replslot','pg_stat_tmp','pg_subtrans','pg_twophase']) {
  const d = await seededDataDir()
  await rm(join(d,'postgres',h),{recursive:true})
  const t=performance.now()
  console.log('§', h, (await refusalOf(d).catch(e=>e.message)).replaceAll(d,'D'), Math.round(performance.now()-t))
 }
 for (const h of ['global/pg_control','global/1260','global/1262','base/5/1259','pg_xact/0000', 'global/pg_filenode.map','postgresql.conf']) {
  const d = await seededDataDir()
  await truncate(join(d,'postgres',h),0)
  const t=performance.now()
  console.log('§ 0', h, (await refusalOf(d).catch(e=>e.message)).replaceAll(d,'D'), Math.round(performance.now()-t))
 }
await removeSeed()
}, 300000)
