import type { Kysely } from 'kysely'
import type { DB } from '../../../db/database.ts'
import { readRows } from '../../../db/site-editing/site-rows.ts'

export const WORD = /^[a-z0-9_]+$/
export const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*$/

export function first(...sentences: (string | false | undefined)[]): string | undefined {
  return sentences.find((sentence): sentence is string => typeof sentence === 'string')
}

export function isTaken<Row>(others: readonly Row[], nameOf: (row: Row) => string, name: string): boolean {
  return others.some((other) => nameOf(other).toLowerCase() === name.toLowerCase())
}

export async function isCloud(db: Kysely<DB>, id: number | null): Promise<boolean> {
  if (id === null) return true
  const clouds = await readClouds(db)
  return clouds.some((cloud) => cloud.id === id)
}

export async function strangersAmong(db: Kysely<DB>, ids: readonly number[]): Promise<number[]> {
  const known = new Set((await readClouds(db)).map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}

export const NO_SUCH_CLOUD = 'There is no such cloud.'

function readClouds(db: Kysely<DB>) {
  return readRows(db, { name: 'clouds', key: 'id', order: [] })
}
