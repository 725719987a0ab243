import { formatTime } from '../../../domain/format-time.ts'
import { DAY_MS } from '../../../domain/time.ts'
import { type Edition, type SiteCloud, statusName } from '../../edition.ts'
import type { EditionRecord } from '../../edition-record.ts'
import { postAddress } from '../../feeds/post-address.ts'
import { helpOnCloud, recordWithHelp } from '../../help-on-cloud.ts'
import { affectedInWords } from '../../record-reach.ts'
import { recordText, updateText } from '../record-text.ts'
import type { CalendarEvent } from './write-calendar.ts'

const KEPT_DAYS = 90
const EVENTS_AT_MOST = 500
const CENTERS_NAMED_AT_MOST = 10
/** Revisions count seconds from here: integers that only increase and fit into 31 bits until 2088. */
const REVISIONS_SINCE = Date.UTC(2020, 0, 1)

export interface EventsWish {
  /** Undefined: all clouds. */
  cloud: SiteCloud | undefined
  publicUrl: string
  isGovDeployment: boolean
}

/**
 * Age is measured from the edition, not the clock, so that no calendar changes by time alone. Work without a
 * known window is left out.
 */
export function maintenanceEvents(
  edition: Edition,
  records: Iterable<EditionRecord>,
  wish: EventsWish,
): CalendarEvent[] {
  const help = helpOnCloud(edition, wish.cloud, wish.isGovDeployment)
  const oldest = edition.publishedAt.getTime() - KEPT_DAYS * DAY_MS
  return [...records]
    .flatMap((record) => {
      const window = windowOf(record)
      const isKept = window !== undefined && (window.to ?? window.from).getTime() >= oldest
      return isKept ? { record, window } : []
    })
    .sort((a, b) => b.window.from.getTime() - a.window.from.getTime() || b.record.id - a.record.id)
    .slice(0, EVENTS_AT_MOST)
    .reverse()
    .map(({ record, window }) => toEvent(edition, recordWithHelp(record, help), { ...wish, window }))
}

interface Window {
  from: Date
  to: Date | null
}

/** The latest planned window. Postponed work keeps its old window, so that calendars can cross it out there. */
function windowOf({ from_time, to_time, actual_from_time }: EditionRecord): Window | undefined {
  const from = from_time ?? actual_from_time
  if (from === null) return undefined
  return { from, to: to_time !== null && to_time > from ? to_time : null }
}

function toEvent(
  edition: Edition,
  record: EditionRecord,
  { window, ...wish }: EventsWish & { window: Window },
): CalendarEvent {
  const { site } = edition
  const isCanceled = record.event_type === 'postponed'
  const status = site.statuses.find(({ id }) => id === record.status_id)
  const mark = status?.class === 'postponed' ? 'Postponed' : 'Canceled'
  return {
    uid: `maintenance-${record.id}@${new URL(wish.publicUrl).hostname}`,
    revision: Math.max(0, Math.floor((record.updated_on.getTime() - REVISIONS_SINCE) / 1000)),
    changedAt: record.updated_on,
    createdAt: record.posted_on ?? record.created_at,
    ...window,
    title: isCanceled ? `${mark}: ${record.title}` : record.title,
    isCanceled,
    url: postAddress(edition, record, wish),
    place: locationOf(edition, record),
    categories: [
      'Maintenance',
      ...site.clouds.filter(({ id }) => record.clouds.includes(id)).map(({ title }) => title),
    ],
    text: textOf(edition, record, wish),
  }
}

function locationOf({ site }: Edition, { dataCenters }: EditionRecord) {
  const names = dataCenters.flatMap((tid) => site.dataCenters.get(tid)?.name ?? [])
  const more = names.length - CENTERS_NAMED_AT_MOST
  const named = names.slice(0, CENTERS_NAMED_AT_MOST).join(', ')
  return more > 0 ? `${named} and ${more} more` : named
}

function textOf(edition: Edition, record: EditionRecord, wish: EventsWish) {
  const last = record.updates.at(-1)
  const said =
    last === undefined
      ? ''
      : `${statusName(edition.site, last.status_id)} · ${formatTime(last.posted_on)}\n${updateText(last, wish.publicUrl)}`
  const affected = affectedInWords(record, wish.cloud === undefined ? edition.site.clouds : [wish.cloud])
  return [
    recordText(record, wish.publicUrl),
    affected === '' ? '' : `Affected: ${affected}`,
    said,
    postAddress(edition, record, wish),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}
