import { UTC } from '../../../domain/format-time.ts'
import { DAY_MS, MINUTE_MS } from '../../../domain/time.ts'
import type { WallClockMoment } from '../../../domain/zoned-time.ts'
import { clockReading, momentOfReading, type Reading } from '../../parts/clock-reading.ts'

export type TypedTime =
  | { kind: 'nothing' }
  | { kind: 'unclear' }
  | { kind: 'moment'; at: Date; doubt: Doubt | undefined }

/** When clocks change, a local time may occur twice or not at all. */
export type Doubt = 'comes-twice' | 'is-skipped'

/**
 * Parses a typed time: `2026-11-15 18:45`, `15 Nov 2026 18:45`, `18:45` for today, `tomorrow 09:00`, `now`, `+30m`,
 * `-1h30m`. It is in the user's zone, or in UTC if it ends with `UTC`.
 */
export function typedTime(typed: string, { now, zone }: { now: Date; zone: string }): TypedTime {
  const text = typed.trim().toLowerCase().replace(/\s+/g, ' ')
  if (text === '') return { kind: 'nothing' }
  const away = minutesAway(text)
  if (away !== undefined) return certain(new Date(wholeMinute(now) + away * MINUTE_MS))
  const isInUtc = ENDS_WITH_UTC.test(text)
  const reading = readingOf(text.replace(ENDS_WITH_UTC, ''), {
    today: clockReading(now, isInUtc ? UTC : zone).slice(0, 10),
  })
  const moment = reading === undefined ? undefined : momentOfReading(reading, isInUtc ? UTC : zone)
  return moment === undefined
    ? { kind: 'unclear' }
    : { kind: 'moment', at: moment.at, doubt: DOUBT_OF[moment.kind] }
}

const ENDS_WITH_UTC = / ?(utc|gmt|z)$/

const DOUBT_OF: Record<WallClockMoment['kind'], Doubt | undefined> = {
  once: undefined,
  twice: 'comes-twice',
  never: 'is-skipped',
}

function certain(at: Date): TypedTime {
  return { kind: 'moment', at, doubt: undefined }
}

function wholeMinute(now: Date) {
  return Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
}

/** `now`, `+90`, `+1h30m`, `-2d`, `in 30 min`. */
function minutesAway(text: string): number | undefined {
  if (text === 'now') return 0
  const away = /^(?:([+-])|in ) ?(\d.*)$/.exec(text)
  if (away === null) return undefined
  const [, sign = '+', span = ''] = away
  if (/^\d{1,4}$/.test(span)) return signed(sign, Number(span))
  const parts =
    /^(?:(\d{1,3}) ?d(?:ays?)?)? ?(?:(\d{1,4}) ?h(?:ours?|rs?)?)? ?(?:(\d{1,5}) ?m(?:in(?:utes?|s)?)?)?$/.exec(
      span,
    )
  if (parts === null) return undefined
  const [, days = '0', hours = '0', minutes = '0'] = parts
  return signed(sign, (Number(days) * 24 + Number(hours)) * 60 + Number(minutes))
}

function signed(sign: string, minutes: number) {
  return sign === '-' ? -minutes : minutes
}

function readingOf(text: string, { today }: { today: string }): Reading | undefined {
  const time = /^(.*?)[t,]? ?(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?$/.exec(text)
  const day = dayOf(time === null ? text : (time[1] ?? ''), today)
  const [, , hour = '0', minute = '0'] = time ?? []
  return day === undefined ? undefined : { ...day, hour: Number(hour), minute: Number(minute) }
}

const DAYS_AWAY: Record<string, number> = { '': 0, today: 0, tomorrow: 1, yesterday: -1 }
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function dayOf(text: string, today: string): Pick<Reading, 'year' | 'month' | 'day'> | undefined {
  const daysAway = DAYS_AWAY[text.trim()]
  if (daysAway !== undefined) {
    const day = new Date(Date.parse(today) + daysAway * DAY_MS)
    return { year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, day: day.getUTCDate() }
  }
  const numbers = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim())
  if (numbers !== null) {
    return { year: Number(numbers[1]), month: Number(numbers[2]), day: Number(numbers[3]) }
  }
  const words = /^(?:[a-z]{3,9},? )?(\d{1,2})\.? ([a-z]{3})[a-z]*\.?(?: (\d{4}))?$/.exec(text.trim())
  const month = MONTHS.indexOf(words?.[2] ?? '') + 1
  if (words === null || month === 0) return undefined
  return { year: Number(words[3] ?? today.slice(0, 4)), month, day: Number(words[1]) }
}
