import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from, to } from 'pg-copy-streams'
import { type CopiedTable, quoted } from './catalog.ts'

export interface TableDigest {
  rows: number
  bytes: number
  sha256: string
}

export function rowsOf(client: Client, { name, columns, orderBy }: CopiedTable) {
  const chosen = columns.map(quoted).join(', ')
  return client.query(to(`copy (select ${chosen} from public.${quoted(name)} order by ${orderBy}) to stdout`))
}

export async function fillTable(
  client: Client,
  { name, columns }: Pick<CopiedTable, 'name' | 'columns'>,
  rows: Readable,
): Promise<number> {
  const filling = client.query(
    from(`copy public.${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`),
  )
  await pipeline(rows, filling)
  return filling.rowCount
}

export async function digestTable(client: Client, table: CopiedTable): Promise<TableDigest> {
  const rows = rowsOf(client, table)
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { rows: rows.rowCount, bytes, sha256: hash.digest('hex') }
}
