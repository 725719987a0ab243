import type { PostRecord } from '../../contract/records.ts'
import { listInWords } from '../../ui/parts/words.ts'

/** For example `Created, posted and updated`. */
export interface RecordTime {
  terms: string
  at: string
  by: string
}

type TimeFields = Pick<
  PostRecord,
  | 'created'
  | 'posted_on'
  | 'updated_on'
  | 'closed_on'
  | 'created_by'
  | 'author'
  | 'updated_by'
  | 'resolved_by'
>

export function recordTimes(record: TimeFields): RecordTime[] {
  const times = new Map<string, { terms: string[]; at: string; by: string }>()
  for (const { term, at, by = '' } of eachTime(record)) {
    const key = `${second(at)} ${by}`
    const same =
      times.get(key) ??
      [...times.values()].find((each) => second(each.at) === second(at) && (by === '' || each.by === ''))
    if (same === undefined) times.set(key, { terms: [term], at, by })
    else {
      same.terms.push(term)
      same.by ||= by
    }
  }
  return [...times.values()]
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
    .map(({ terms, at, by }) => ({ terms: sentence(listInWords(terms)), at, by }))
}

function eachTime(record: TimeFields): { term: string; at: string; by: string | undefined }[] {
  return [
    { term: 'created', at: record.created, by: record.created_by },
    { term: 'posted', at: record.posted_on, by: record.author },
    { term: 'updated', at: record.updated_on, by: record.updated_by },
    ...(record.closed_on === null ? [] : [{ term: 'closed', at: record.closed_on, by: record.resolved_by }]),
  ]
}

function second(at: string) {
  return Math.floor(Date.parse(at) / 1000)
}

function sentence(words: string) {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
