import { quoted } from './catalog.ts'
import { withSteadyClient } from './steady-client.ts'

/** An older one was left behind by a killed process. */
const OLDEST_S = 3_600

const NOT_PERMITTED = '42501'

export async function createScratchDatabase(
  url: string,
  name: string,
): Promise<{ url: string; close(): Promise<void> }> {
  await withSteadyClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database
       where datname ~ '^candor_scratch_\\d+_[0-9a-f]+$' and pg_has_role(datdba, 'usage')
         and split_part(datname, '_', 3)::bigint < extract(epoch from now()) - $1`,
      [OLDEST_S],
    )
    for (const left of rows)
      await client.query(`drop database if exists ${quoted(left.name)}`).catch(() => {})
    await client.query(`create database ${quoted(name)} template template0 encoding 'UTF8'`)
  })
  const scratch = new URL(url)
  scratch.pathname = `/${name}`
  return {
    url: scratch.href,
    close: () =>
      withSteadyClient(url, async (client) => {
        const drop = `drop database if exists ${quoted(name)}`
        await client.query(`${drop} with (force)`).catch((error: { code?: string }) => {
          if (error.code !== NOT_PERMITTED) throw error
          // A worker of autovacuum is there, which only a superuser may end. Without force, the server ends it itself.
          return client.query(drop)
        })
      }),
  }
}
