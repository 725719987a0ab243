/** In milliseconds, from the start of the first day to the end of the last. */
interface Span {
  from: number
  to: number
}

/** Undefined if the estimate is just text. */
export function estimatedSpan(written: string): Span | undefined {
  const text = written.trim().toLowerCase().replace(/\s+/g, ' ')
  for (const [pattern, read] of FORMS) {
    const parts = pattern.exec(text)?.groups
    if (parts !== undefined) return read(parts)
  }
  return undefined
}

export function isIsoDay(written: string): boolean {
  return ISO_DAY.test(written.trim()) && estimatedSpan(written) !== undefined
}

type Parts = Record<string, string | undefined>

const ISO_DAY = /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/
const MONTH_NAMES = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const NAME =
  '(?<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
const DAY = '(?<day>\\d{1,2})(?:st|nd|rd|th)?'
const YEAR = '(?<year>\\d{4})'

const FORMS: readonly (readonly [RegExp, (parts: Parts) => Span | undefined])[] = [
  [ISO_DAY, ({ year, month, day }) => daySpan(Number(year), Number(month) - 1, Number(day))],
  [/^(?<year>\d{4})-(?<month>\d\d)$/, ({ year, month }) => monthsSpan(Number(year), Number(month) - 1, 1)],
  [whole(`${DAY} ${NAME},? ${YEAR}`), dayOfName],
  [whole(`${NAME} ${DAY},? ${YEAR}`), dayOfName],
  [whole(`${NAME},? ${YEAR}`), ({ year, name }) => monthsSpan(Number(year), monthOf(name), 1)],
  [whole(`q(?<part>[1-4])[ /-]?${YEAR}`), quarter],
  [whole(`${YEAR}[ /-]?q(?<part>[1-4])`), quarter],
  [whole(`h(?<part>[12])[ /-]?${YEAR}`), half],
  [whole(`${YEAR}[ /-]?h(?<part>[12])`), half],
  [whole(YEAR), ({ year }) => monthsSpan(Number(year), 0, 12)],
]

function whole(form: string) {
  return new RegExp(`^${form}$`)
}

function dayOfName({ year, name, day }: Parts) {
  return daySpan(Number(year), monthOf(name), Number(day))
}

function quarter({ year, part }: Parts) {
  return monthsSpan(Number(year), (Number(part) - 1) * 3, 3)
}

function half({ year, part }: Parts) {
  return monthsSpan(Number(year), (Number(part) - 1) * 6, 6)
}

function monthOf(name = '') {
  return MONTH_NAMES.indexOf(name.slice(0, 3))
}

/** Undefined for invalid dates such as February 30. */
function daySpan(year: number, month: number, day: number): Span | undefined {
  const from = startOf(year, month, day)
  const isDay = new Date(from).getUTCMonth() === month && new Date(from).getUTCDate() === day
  return isDay ? { from, to: startOf(year, month, day + 1) } : undefined
}

function monthsSpan(year: number, month: number, months: number): Span | undefined {
  const isMonth = month >= 0 && month < MONTH_NAMES.length
  return isMonth ? { from: startOf(year, month, 1), to: startOf(year, month + months, 1) } : undefined
}

/** `Date.UTC` maps the years 0 to 99 to 1900 to 1999. */
function startOf(year: number, month: number, day: number) {
  return new Date(0).setUTCFullYear(year, month, day)
}
