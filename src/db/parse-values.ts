const ZERO = 48
const CALENDAR_DAY = 10
const WHOLE_SECONDS = 19

/**
 * Reads `2026-11-17 23:31:05.123456+00`. A long history has half a million times, and the driver's patterns
 * take six times as long. The driver reads anything else: other zones, `infinity`, or years BC.
 */
export function timeParser(parseOther: (text: string) => unknown): (text: string) => unknown {
  return (text) => {
    const { length } = text
    const isUsual =
      length >= WHOLE_SECONDS + 3 &&
      text.charCodeAt(4) === 45 &&
      text.charCodeAt(CALENDAR_DAY) === 32 &&
      text.endsWith('+00')
    if (!isUsual) return parseOther(text)
    const digits = (at: number) => (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO
    const year = digits(0) * 100 + digits(2)
    // `Date.UTC` maps these to the 20th century.
    if (year < 100) return parseOther(text)
    const ms = length > WHOLE_SECONDS + 3 ? Number(text.slice(WHOLE_SECONDS, -3)) * 1000 : 0
    return new Date(Date.UTC(year, digits(5) - 1, digits(8), digits(11), digits(14), digits(17), ms))
  }
}
