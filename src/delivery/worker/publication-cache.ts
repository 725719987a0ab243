import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { findPublications } from '../../db/publications.ts'
import type { Publication } from '../../domain/telling/publication.ts'

/** More are on their way at once only when somebody publishes without end; the oldest are then read again. */
const KEPT_AT_MOST = 100

/** What is being told, read once and not for every recipient. A publication never changes. */
export function publicationCache(db: Kysely<DB>) {
  const kept = new Map<number, Publication>()

  /** All of them, if they exist. */
  async function find(ids: ReadonlySet<number>): Promise<ReadonlyMap<number, Publication>> {
    const missing = [...ids].filter((id) => !kept.has(id))
    const found = await findPublications(db, missing)
    const all = new Map<number, Publication>(found.map((publication) => [publication.id, publication]))
    for (const id of ids) {
      const publication = all.get(id) ?? kept.get(id)
      if (publication === undefined) continue
      all.set(id, publication)
      // Newest last, so that what is forgotten is what nobody asked for lately.
      kept.delete(id)
      kept.set(id, publication)
    }
    for (const id of [...kept.keys()].slice(0, Math.max(0, kept.size - KEPT_AT_MOST))) kept.delete(id)
    return all
  }

  return { find }
}
export type PublicationCache = ReturnType<typeof publicationCache>
