import { sql } from 'kysely'
import { test } from 'vitest'
import { testDatabase } from '../cluster/test-database.ts'
import { addDraft, addSmallSite } from '../support/small-site.ts'
import tallies from '../../src/db/migrations/0004-delivery/04-delivery-totals.sql?raw'
import { publish } from '../support/publish.ts'

test('measure', async () => {
  const database = await testDatabase('empty')
  await database.db.connection().execute(async (db) => {
  await sql`set statement_timeout = 0`.execute(db)
  await sql.raw(tallies).execute(db)
  const { alpha } = await addSmallSite(db)
  const rec = await addDraft(db, { clouds: [alpha] })
  await publish(db, rec)
  const { id: pub } = await db.selectFrom('publications').select('id').executeTakeFirstOrThrow()
  await sql`insert into users (email, email_verified_at) select 'u' || i || '@x.example', now() from generate_series(1, 40000) i`.execute(db)
  await sql`create procedure run(first bigint, last bigint, size int, new_state text) language plpgsql as $$
    begin
      for i in 0 .. (last - first) / size loop
        update deliveries set state = new_state, sent_at = now(), due_at = now()
        where id between first + i * size and first + (i + 1) * size - 1 and id <= last;
        commit;
      end loop;
    end $$`.execute(db)
  const min = async () => Number((await sql<{ m: number }>`select min(id) m from deliveries`.execute(db)).rows[0]?.m)
  for (let round = 0; round < 3; round++)
  for (const on of [false, true]) {
    await sql`truncate deliveries`.execute(db)
    await sql`truncate delivery_totals`.execute(db)
    await sql.raw(`alter table deliveries ${on ? 'enable' : 'disable'} trigger user`).execute(db)
    await sql.raw(on ? 'create index if not exists deliveries_not_sent_idx on deliveries (publication_id, kind, state) where state <> \'sent\'' : 'drop index if exists deliveries_not_sent_idx').execute(db)
    const t = async (name: string, q: ReturnType<typeof sql>) => {
      const s = performance.now()
      await q.execute(db)
      return `${name} ${Math.round(performance.now() - s)}`
    }
    const out: string[] = []
    out.push(await t('insert60k', sql`insert into deliveries (publication_id, user_id, channel_id, state, due_at, kind, lane, priority)
    select ${pub}, user_id, id, 'due', now(), 'email', 'mail', 1 from channels`))
    const m = await min()
    out.push(await t('lease20k by 400', sql`call run(${m}, ${m + 19999}, 400, 'leased')`))
    out.push(await t('sent20k by 20', sql`call run(${m}, ${m + 19999}, 20, 'sent')`))
    out.push(await t('sent5k by 1', sql`call run(${m + 20000}, ${m + 24999}, 1, 'sent')`))
    out.push(await t('sum', sql`select kind, state, count(*) from deliveries where publication_id = ${pub} and state <> 'sent' group by 1, 2`))
    console.log(on ? 'ON ' : 'off', out.join(' | '), (await sql`select count(*) n from delivery_totals`.execute(db)).rows[0])
  }
  })
  await database.drop()
}, 600_000)
