import {
  escape as escapeText,
  ICalCalendar,
  ICalEvent,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { foldLine } from './fold-line.ts'

/** How often programs should ask again. */
const REFRESH_EVERY_S = 3600

export interface CalendarEvent {
  /** Stays, whatever becomes of the event. */
  uid: string
  /** Rises with every change, so that programs take the newer of two. */
  revision: number
  changedAt: Date
  createdAt: Date
  from: Date
  /** Null: not known. */
  to: Date | null
  title: string
  isCancelled: boolean
  url: string
  /** Empty where there is none. */
  place: string
  categories: readonly string[]
  text: string
}

/** iCalendar, as RFC 5545 has it; the same bytes for the same events, whenever it is written. */
export function writeCalendar(
  { name, publicUrl }: { name: string; publicUrl: string },
  events: readonly CalendarEvent[],
): string {
  const calendar = new ICalCalendar({
    prodId: { company: 'Candor', product: 'Maintenance', language: 'EN' },
    // The library writes names as they are.
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
    status: event.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    // It takes nobody's time.
    transparency: ICalEventTransparency.TRANSPARENT,
    url: event.url,
    location: event.place === '' ? null : legal(event.place),
    categories: event.categories.map((category) => ({ name: legal(category) })),
    description: legal(event.text),
  }
}

/** A text of RFC 5545 holds no control characters but tabs and line ends, and half a character is none. */
function legal(text: string) {
  return text.replace(/(?![\t\n\r])[\p{Cc}\p{Cs}]/gu, '')
}
