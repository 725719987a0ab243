import type { PublishedRecords } from '../db/published-records.ts'
import type { Edition } from './edition.ts'
import { toEditionRecords } from './load-edition.ts'
import { nextShelf } from './record-shelf.ts'

/** An edition that also has these records, for a look at what is not published. The one that is held stays as it is. */
export function editionWith(edition: Edition, rows: PublishedRecords): Edition {
  return {
    ...edition,
    records: nextShelf(edition.records, { changed: toEditionRecords(rows), withdrawn: [] }),
  }
}
