import { UTC } from '../../domain/format-time.ts'
import { DAY_MS, MINUTE_MS, startOfMinute } from '../../domain/time.ts'
import type { ClockTime, WallClockMoment } from '../../domain/zoned-time.ts'
import { townOf } from '../../ui/times/zone-words.ts'
import { clockReading, momentOfReading } from './clock-reading.ts'

export type TypedTime =
  | { kind: 'nothing' }
  /** `why` says what to write instead, unless the input simply isn't a time. */
  | { kind: 'unclear'; why?: string }
  | { kind: 'moment'; at: Date; doubt: Doubt | undefined }

/** When clocks change, a local time may occur twice or not at all. */
export type Doubt = 'comes-twice' | 'is-skipped'

/**
 * Parses a time as people type or paste it: `2026-11-15 18:45`, `15.11.2026 18:45`, `Nov 15, 2026 6:45 PM`,
 * `18:45` for today, `tomorrow 09:00`, `now`, `+30m`, `-1h30m`. It is in the user's zone, unless it ends
 * with another one: `UTC`, `+01:00`, `CET`, `Europe/Berlin` or `Berlin`. Ambiguous input is refused.
 */
export function typedTime(typed: string, { now, zone }: { now: Date; zone: string }): TypedTime {
  const text = typed.trim().toLowerCase().replace(/\s+/g, ' ')
  if (text === '') return { kind: 'nothing' }
  const away = minutesAway(text)
  if (away !== undefined) return certain(new Date(startOfMinute(now.getTime()) + away * MINUTE_MS))
  const place = zoneAtEnd(text)
  if (place.kind === 'unclear') return place
  const clock = place.clock ?? { zone }
  const reading = readingOf(place.rest, {
    today: clockReading(onClock(now, clock), zoneOf(clock)).slice(0, 10),
  })
  if (reading === undefined) return { kind: 'unclear' }
  if ('why' in reading) return { kind: 'unclear', why: reading.why }
  const moment = momentOfReading(reading, zoneOf(clock))
  if (moment === undefined) return { kind: 'unclear' }
  const { at } = moment
  return {
    kind: 'moment',
    at: 'minutes' in clock ? new Date(at.getTime() - clock.minutes * MINUTE_MS) : at,
    doubt: DOUBT_OF[moment.kind],
  }
}

type Clock = { zone: string } | { minutes: number }

function zoneOf(clock: Clock) {
  return 'zone' in clock ? clock.zone : UTC
}

/** Now, shifted so that reading it in `zoneOf(clock)` gives what this clock shows. */
function onClock(now: Date, clock: Clock) {
  return 'minutes' in clock ? new Date(now.getTime() + clock.minutes * MINUTE_MS) : now
}

type ZoneAtEnd = { kind: 'read'; rest: string; clock: Clock | undefined } | { kind: 'unclear'; why: string }

function zoneAtEnd(text: string): ZoneAtEnd {
  const read = (rest: string, clock: Clock): ZoneAtEnd => ({ kind: 'read', rest: rest.trim(), clock })
  const offset = OFFSET.exec(text)
  if (offset !== null) {
    const [, rest = '', sign, hours = '0', minutes = '0'] = offset
    const away = Number(hours) * 60 + Number(minutes)
    return away > 14 * 60 || Number(minutes) > 59
      ? { kind: 'unclear', why: 'No time zone is this far from UTC.' }
      : read(rest.replace(/(?:utc|gmt)$/, ''), { minutes: sign === '-' ? -away : away })
  }
  const named =
    /^(.*\d(?: ?[ap]\.?m\.?(?![a-z]))?) ?([a-z][a-z_]*(?:[/ -][a-z_]+)*(?:\/[a-z_+\-0-9]+)*)$/.exec(text)
  const [, rest = '', name = ''] = named ?? []
  if (named === null || /^(?:[ap]m?|uhr|h|o'clock)$/.test(name) || isDayName(name))
    return { kind: 'read', rest: text, clock: undefined }
  if (/^(?:utc|gmt|z)$/.test(name)) return read(rest, { zone: UTC })
  const hours = ABBREVIATIONS[name]
  if (hours !== undefined) return read(rest, { minutes: hours * 60 })
  const meanings = AMBIGUOUS[name]
  if (meanings !== undefined) {
    return {
      kind: 'unclear',
      why: `${name.toUpperCase()} can mean ${meanings}. Write the distance from UTC, such as +05:30, or a city.`,
    }
  }
  const zones = zonesNamed(name)
  const [only] = zones
  if (only !== undefined && zones.length === 1) return read(rest, { zone: only })
  return {
    kind: 'unclear',
    why: `“${name}” is not a time zone that we know. Write UTC, +01:00, CET, Berlin or Europe/Berlin.`,
  }
}

/** After a time: `18:45+01:00`, `18:45 utc+1`, `6 pm gmt-5`. A date such as 2026-11-15 also ends with a number. */
const OFFSET = /^(.*(?:\d:\d\d(?::\d\d(?:\.\d+)?)?|[ap]m|(?:utc|gmt)))\s?([+-])(\d{1,2})(?::?(\d{2}))?$/

/** Hours from UTC. */
const ABBREVIATIONS: Readonly<Record<string, number>> = {
  wet: 0,
  west: 1,
  cet: 1,
  mez: 1,
  cest: 2,
  mesz: 2,
  eet: 2,
  eest: 3,
  msk: 3,
  est: -5,
  edt: -4,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  akst: -9,
  akdt: -8,
  hst: -10,
  jst: 9,
  kst: 9,
  hkt: 8,
  sgt: 8,
  awst: 8,
  acst: 9.5,
  acdt: 10.5,
  aest: 10,
  aedt: 11,
  nzst: 12,
  nzdt: 13,
}

const AMBIGUOUS: Readonly<Record<string, string>> = {
  cst: 'Central Standard Time in America or China Standard Time',
  ist: 'the time in India, Ireland or Israel',
  bst: 'British Summer Time or the time in Bangladesh',
  ast: 'the time in Arabia or on the Atlantic coast of America',
  gst: 'the time in the Gulf or in South Georgia',
  et: 'EST or EDT',
  ct: 'CST or CDT',
  mt: 'MST or MDT',
  pt: 'PST or PDT',
}

function zonesNamed(name: string): string[] {
  if (name.includes('/')) return isZone(name) ? [name] : []
  return Intl.supportedValuesOf('timeZone').filter((zone) => townOf(zone).toLowerCase() === name)
}

/** Includes names that browsers accept and don't list, such as Asia/Kolkata. */
function isZone(name: string) {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const DOUBT_OF: Record<WallClockMoment['kind'], Doubt | undefined> = {
  once: undefined,
  twice: 'comes-twice',
  never: 'is-skipped',
}

function certain(at: Date): TypedTime {
  return { kind: 'moment', at, doubt: undefined }
}

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

type Unclear = { why: string }

function readingOf(text: string, { today }: { today: string }): ClockTime | Unclear | undefined {
  const time = timeAtEnd(text)
  const day = dayOf(time === undefined ? text : time.rest, today)
  if (day === undefined || 'why' in day) return day
  return { ...day, hour: time?.hour ?? 0, minute: time?.minute ?? 0 }
}

/** `18:45`, `6:45 pm`, `6 pm`, `18:45:30`, `18h45`, `18:45 uhr`, and `18.45` after a date. */
function timeAtEnd(text: string): { rest: string; hour: number; minute: number } | undefined {
  const found =
    /^(.*?)(?:[t,]| at| um)? ?(\d{1,2})(?:[:h](\d{2})(?::\d{2}(?:\.\d+)?)?)? ?([ap])\.?m?\.?$/.exec(text) ??
    /^(.*?)(?:[t,]| at| um)? ?(\d{1,2})[:h](\d{2})(?::\d{2}(?:\.\d+)?)?()(?: ?(?:uhr|h))?$/.exec(text) ??
    /^(.*\d{4}),? (\d{1,2})\.(\d{2})()(?: ?uhr)?$/.exec(text)
  if (found === null) return undefined
  const [, rest = '', hours = '', minutes = '0', half = ''] = found
  const hour = Number(hours)
  if (half === '') return { rest, hour, minute: Number(minutes) }
  if (hour < 1 || hour > 12) return { rest, hour: Number.NaN, minute: 0 }
  return { rest, hour: (hour % 12) + (half === 'p' ? 12 : 0), minute: Number(minutes) }
}

const DAYS_AWAY: Record<string, number> = { '': 0, today: 0, tomorrow: 1, yesterday: -1 }
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function isDayName(word: string) {
  return MONTHS.some((month) => word.startsWith(month))
}

function dayOf(text: string, today: string): Pick<ClockTime, 'year' | 'month' | 'day'> | Unclear | undefined {
  const written = text.trim().replace(/,$/, '')
  const daysAway = DAYS_AWAY[written]
  if (daysAway !== undefined) {
    const day = new Date(Date.parse(today) + daysAway * DAY_MS)
    return { year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, day: day.getUTCDate() }
  }
  const thisYear = Number(today.slice(0, 4))
  const yearOf = (digits: string | undefined) => {
    if (digits === undefined || digits === '') return thisYear
    return Number(digits) + (digits.length === 2 ? 2000 : 0)
  }
  const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(written)
  if (yearFirst !== null)
    return { year: Number(yearFirst[1]), month: Number(yearFirst[3]), day: Number(yearFirst[4]) }
  // With dots the day comes first everywhere.
  const dotted = /^(?:[a-z]{2,9}\.?,? )?(\d{1,2})\. ?(\d{1,2})\.(?: ?(\d{4}|\d{2}))?$/.exec(written)
  if (dotted !== null) return { year: yearOf(dotted[3]), month: Number(dotted[2]), day: Number(dotted[1]) }
  const slashed = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(written)
  if (slashed !== null) return dayOfSlashes(Number(slashed[1]), Number(slashed[3]), yearOf(slashed[4]))
  const dayFirst =
    /^(?:[a-z]{3,9},? )?(\d{1,2})(?:\.|st|nd|rd|th)?[ -]([a-z]{3})[a-z]*\.?,?(?:[ -](\d{4}))?$/.exec(written)
  const monthFirst = /^(?:[a-z]{3,9},? )?([a-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?$/.exec(
    written,
  )
  const [, day, name, year] =
    dayFirst ?? (monthFirst && [monthFirst[0], monthFirst[2], monthFirst[1], monthFirst[3]]) ?? []
  const month = MONTHS.indexOf(name ?? '') + 1
  return month === 0 ? undefined : { year: yearOf(year), month, day: Number(day) }
}

/** `03/04/2026` is March 4 in America and April 3 in most other places. */
function dayOfSlashes(
  one: number,
  other: number,
  year: number,
): Pick<ClockTime, 'year' | 'month' | 'day'> | Unclear {
  if (one > 12) return { year, month: other, day: one }
  if (other > 12 || one === other) return { year, month: one, day: other }
  const name = (month: number) => {
    const short = MONTHS[month - 1] ?? ''
    return short.charAt(0).toUpperCase() + short.slice(1)
  }
  return {
    why: `This can mean ${name(one)} ${other} or ${name(other)} ${one}. Write ${other} ${name(one)} ${year} or ${one} ${name(other)} ${year}.`,
  }
}
