import { formatTime, knownTimeZone, UTC } from '../../domain/format-time.ts'

interface MomentOptions {
  zone: string
  precision: 'second' | 'minute'
  after?: string | null | undefined
}

/** `Wed, 04 Nov 2026 14:31:00 UTC`; on the same day as `after`, only `17:02:00 UTC`. */
export function momentWords(at: string, { zone, precision, after }: MomentOptions): string {
  const words = inWords(at, zone)
  const isSameDay = after !== null && after !== undefined && inWords(after, zone).day === words.day
  const time = precision === 'minute' ? words.time.replace(SECONDS, '$1') : words.time
  return isSameDay ? time : `${words.day} ${time}`
}

/** ` (15:31 your time)` beside a time in UTC, where a line may break before it but not in it. Empty in UTC itself. */
export function ownTimeNote(at: string, zone: string): string {
  return zone === UTC ? '' : ` ${`(${ownTimeWords(at, zone)} your time)`.replaceAll(' ', '\u00a0')}`
}

/** `15:31`, or `Thu 01:31` if the day differs from UTC. */
export function ownTimeWords(at: string, zone: string): string {
  const [own, utc] = [inWords(at, zone), inWords(at, 'UTC')]
  const time = own.time.slice(0, '15:31'.length)
  return own.day === utc.day ? time : `${own.day.slice(0, 'Wed'.length)} ${time}`
}

let ofBrowser: string | undefined

export function browserTimeZone(): string {
  ofBrowser ??= knownTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone) ?? UTC
  return ofBrowser
}

const DAY_LENGTH = 'Wed, 04 Nov 2026'.length
const SECONDS = /^(\d\d:\d\d):\d\d/

function inWords(at: string, zone: string) {
  const words = formatTime(new Date(at), zone)
  return { day: words.slice(0, DAY_LENGTH), time: words.slice(DAY_LENGTH + 1) }
}
