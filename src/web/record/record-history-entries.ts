import type { PostRecord } from '../../contract/records.ts'

type Update = PostRecord['updates'][number]

/** One moment in the story of a record: an update, when it was posted, when it was closed, or two of these in one. */
export interface HistoryEntry {
  at: string
  update: Update | undefined
  milestone: 'Posted' | 'Closed' | undefined
  /** Who posted or closed it. */
  by: string | undefined
}

type Told = Pick<PostRecord, 'updates' | 'posted_on' | 'closed_on' | 'author' | 'resolved_by'>

/** Newest first. An update of the very moment at which a record was posted or closed is that moment. */
export function historyEntries({ updates, posted_on, closed_on, author, resolved_by }: Told): HistoryEntry[] {
  const opening = updates.find((update) => update.posted_on === posted_on)
  const closing = updates.findLast((update) => update.posted_on === closed_on && update !== opening)
  const posted = { at: posted_on, milestone: 'Posted', by: author } as const
  const closed = { at: closed_on ?? '', milestone: 'Closed', by: resolved_by } as const

  const told = updates
    .toSorted((a, b) => b.id - a.id)
    .map((update): HistoryEntry => {
      if (update === opening) return { ...posted, update }
      if (update === closing) return { ...closed, update }
      return { at: update.posted_on, update, milestone: undefined, by: undefined }
    })
  const untold = (milestone: typeof posted | typeof closed) => ({ ...milestone, update: undefined })
  return [
    ...(closed_on === null || closing !== undefined ? [] : [untold(closed)]),
    ...told,
    ...(opening === undefined ? [untold(posted)] : []),
  ].sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
}

/**
 * The story as a page tells it: the newest words right under the title, with what came after them (closed), and the rest
 * further down. Without any update there is nothing to put first.
 */
export function historyParts(record: Told): { latest: HistoryEntry[]; earlier: HistoryEntry[] } {
  const entries = historyEntries(record)
  const at = entries.findIndex(({ update }) => update !== undefined)
  return { latest: entries.slice(0, at + 1), earlier: entries.slice(at + 1) }
}
