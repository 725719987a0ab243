import {
  escape as escapeText,
  ICalCalendar,
  ICalEvent,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { foldLine } from './fold-line.ts'

const REFRESH_EVERY_S = 3600

export interface CalendarEvent {
  uid: string
  /** Increases with every change, so that calendar apps take the newer of two versions. */
  revision: number
  changedAt: Date
  createdAt: Date
  from: Date
  to: Date | null
  title: string
  isCanceled: boolean
  url: string
  place: string
  categories: readonly string[]
  text: string
}

export function writeCalendar(
  { name, publicUrl }: { name: string; publicUrl: string },
  events: readonly CalendarEvent[],
): string {
  const calendar = new ICalCalendar({
    prodId: { company: 'Candor', product: 'Maintenance', language: 'EN' },
    // The library does not escape names.
    name: escapeText(legal(name), false),
    url: publicUrl,
    ttl: REFRESH_EVERY_S,
  })
  const written = events.map((event) => new ICalEvent(dataOf(event), calendar).toString()).join('')
  const whole = calendar.toString().replace(/END:VCALENDAR$/, () => `${written}END:VCALENDAR\r\n`)
  return whole.split('\r\n').map(foldLine).join('\r\n')
}

function dataOf(event: CalendarEvent): ICalEventData {
  return {
    id: event.uid,
    sequence: event.revision,
    stamp: event.changedAt,
    lastModified: event.changedAt,
    created: event.createdAt,
    start: event.from,
    end: event.to,
    summary: legal(event.title),
    status: event.isCanceled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    transparency: ICalEventTransparency.TRANSPARENT,
    url: event.url,
    location: event.place === '' ? null : legal(event.place),
    categories: event.categories.map((category) => ({ name: legal(category) })),
    description: legal(event.text),
  }
}

/** RFC 5545 text allows no control characters except tabs and line ends, and no lone surrogates. */
function legal(text: string) {
  return text.replace(/(?![\t\n\r])[\p{Cc}\p{Cs}]/gu, '')
}
