import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { findPublications } from '../../db/publications.ts'
import type { Publication } from '../../domain/notifying/publication.ts'

const CACHED_AT_MOST = 100

/** Publications never change. */
export function publicationCache(db: Kysely<DB>) {
  const cached = new Map<number, Publication>()

  async function find(ids: ReadonlySet<number>): Promise<ReadonlyMap<number, Publication>> {
    const missing = [...ids].filter((id) => !cached.has(id))
    const found = await findPublications(db, missing)
    const all = new Map<number, Publication>(found.map((publication) => [publication.id, publication]))
    for (const id of ids) {
      const publication = all.get(id) ?? cached.get(id)
      if (publication === undefined) continue
      all.set(id, publication)
      cached.delete(id)
      cached.set(id, publication)
    }
    for (const id of [...cached.keys()].slice(0, Math.max(0, cached.size - CACHED_AT_MOST))) cached.delete(id)
    return all
  }

  return { find }
}
export type PublicationCache = ReturnType<typeof publicationCache>
