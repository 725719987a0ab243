import type { PostRecord, RecordChangeLine } from '../../contract/records.ts'

type Update = PostRecord['updates'][number]

export interface HistoryEntry {
  at: string
  update: Update | undefined
  milestone: 'Posted' | 'Closed' | undefined
  by: string | undefined
  changes: readonly RecordChangeLine[]
}

type HistoryFields = Pick<
  PostRecord,
  'updates' | 'posted_on' | 'closed_on' | 'author' | 'resolved_by' | 'changes'
>

/** An update at the exact time of posting or closing is merged with it. */
export function historyEntries({
  updates,
  posted_on,
  closed_on,
  author,
  resolved_by,
  changes = [],
}: HistoryFields): HistoryEntry[] {
  const opening = updates.find((update) => update.posted_on === posted_on)
  const closing = updates.findLast((update) => update.posted_on === closed_on && update !== opening)
  const posted = { at: posted_on, milestone: 'Posted', by: author } as const
  const closed = { at: closed_on ?? '', milestone: 'Closed', by: resolved_by } as const
  const ids = new Set(updates.map(({ id }) => id))

  const withUpdates = updates
    .toSorted((a, b) => b.id - a.id)
    .map((update): HistoryEntry => {
      const of = { update, changes: changes.filter(({ update_id }) => update_id === update.id) }
      if (update === opening) return { ...posted, ...of }
      if (update === closing) return { ...closed, ...of }
      return { at: update.posted_on, milestone: undefined, by: undefined, ...of }
    })
  const withoutUpdate = (milestone: typeof posted | typeof closed) => ({
    ...milestone,
    update: undefined,
    changes: [],
  })
  const alone = changes.filter(({ update_id }) => update_id === null || !ids.has(update_id))
  return [
    ...(closed_on === null || closing !== undefined ? [] : [withoutUpdate(closed)]),
    ...withUpdates,
    ...[...new Set(alone.map(({ at }) => at))].map((at) => ({
      at,
      update: undefined,
      milestone: undefined,
      by: undefined,
      changes: alone.filter((change) => change.at === at),
    })),
    ...(opening === undefined ? [withoutUpdate(posted)] : []),
  ].sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
}

/**
 * `latest` goes right below the title: the newest update and what followed it, such as closing. Empty without updates.
 */
export function historyParts(record: HistoryFields): { latest: HistoryEntry[]; earlier: HistoryEntry[] } {
  const entries = historyEntries(record)
  const at = entries.findIndex(({ update }) => update !== undefined)
  return { latest: entries.slice(0, at + 1), earlier: entries.slice(at + 1) }
}
