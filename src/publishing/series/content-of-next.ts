import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { findProvider } from '../../db/provider.ts'
import { findStatusOfClass } from '../../db/record-life.ts'
import { namesOfThings } from '../../db/series.ts'
import { knownPlaceholders } from '../../domain/newsroom/placeholders.ts'
import type { RecordContent } from '../../domain/newsroom/record-content.ts'
import { contentOfWindow, type SeriesContent } from '../../domain/series/series-content.ts'
import type { Window } from '../../domain/series/series-windows.ts'

export async function contentOfNext(
  db: Kysely<DB>,
  { content, window, now }: { content: SeriesContent; window: Window; now: Date },
): Promise<RecordContent> {
  const status = await findStatusOfClass(db, 'scheduled')
  const provider = await findProvider(db)
  const values = knownPlaceholders({
    ...(await namesOfThings(db, content)),
    start: window.from,
    end: window.to,
    now,
    provider: provider?.name ?? '',
  })
  // Without such a status, the content check reports it as missing.
  return contentOfWindow(content, { window, statusId: status?.id ?? 0, values })
}
