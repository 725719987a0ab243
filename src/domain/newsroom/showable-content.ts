import { statesThatFit } from '../place-states.ts'
import { CVE_ID } from './check-content.ts'
import { emptyContent } from './empty-content.ts'
import { cloudOfServices, dataCenterTids, type KnownThings, termTids } from './known-things.ts'
import { INTERNAL_LINKS, type RecordContent } from './record-content.ts'
import { tidyContent } from './tidy-content.ts'

const UNTITLED = 'Untitled'

/** The part of an unfinished content that fits into a database row, for a preview. */
export function showableContent(typed: RecordContent, known: KnownThings): RecordContent {
  const { content, errors } = tidyContent(typed)
  const usual = emptyContent({ kind: content.kind })
  const clouds = new Set(known.clouds.map(({ id }) => id))
  const services = cloudOfServices(known)
  const centers = dataCenterTids(known)
  const named = {
    services: content.services.filter((tid) => services.has(tid)),
    data_centers: content.data_centers.filter((tid) => centers.has(tid)),
  }
  const severity_tid = known.severities.some(({ tid }) => tid === content.severity_tid)
    ? content.severity_tid
    : usual.severity_tid
  const type = content.kind === 'notification' ? (content.notification_type ?? 'advisories') : null
  const terms = termTids(known, type)
  const time = (field: keyof typeof errors & keyof RecordContent, after: string | null = null) => {
    const written = errors[field] === undefined ? (content[field] as string | null) : null
    return written !== null && after !== null && written < after ? null : written
  }
  const from_time = time('from_time')
  const actual_from_time = time('actual_from_time')
  return {
    ...content,
    notification_type: type,
    title: content.title.trim() === '' ? UNTITLED : content.title,
    status_id: known.statuses.some(({ id }) => id === content.status_id)
      ? content.status_id
      : usual.status_id,
    severity_tid,
    clouds: content.clouds.filter((id) => clouds.has(id)),
    ...named,
    place_states: statesThatFit(content.place_states ?? [], { kind: content.kind, severity_tid, ...named }),
    terms: content.terms.filter((tid) => terms.has(tid)),
    from_time,
    to_time: time('to_time', from_time),
    actual_from_time,
    actual_to_time: time('actual_to_time', actual_from_time),
    closed_on: time('closed_on', content.kind === 'incident' ? from_time : null),
    next_update: time('next_update'),
    redirect: null,
    internal: wholeLinks(content.internal),
    cve_ids: content.cve_ids.filter((id) => CVE_ID.test(id)),
  }
}

function wholeLinks(internal: RecordContent['internal']): RecordContent['internal'] {
  const cut = INTERNAL_LINKS.filter((name) => !/^https?:\/\//.test(internal[name] ?? ''))
  return { ...internal, ...Object.fromEntries(cut.map((name) => [name, null])) }
}
