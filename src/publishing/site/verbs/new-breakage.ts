import type { Kysely } from 'kysely'
import type { DB } from '../../../db/database.ts'
import { clouds } from '../nouns/clouds.ts'
import { menuItems } from '../nouns/menu-items.ts'
import { type Breakage, type SiteShape, whatIsBroken } from './what-is-broken.ts'

export async function readShape(db: Kysely<DB>): Promise<SiteShape> {
  return { clouds: await clouds.read(db), items: await menuItems.read(db) }
}

/** Existing problems may stay: a new site is built piece by piece. */
export function newBreakage(before: SiteShape, after: SiteShape): Breakage | undefined {
  const known = new Set(whatIsBroken(before).map(({ key }) => key))
  return whatIsBroken(after).find(({ key }) => !known.has(key))
}

export function breakageError({ sentence, fields }: Breakage, entity: string): Record<string, string> {
  const field = entity === 'cloud' || entity === 'menu-item' ? fields[entity] : undefined
  return { [field ?? 'form']: sentence }
}
