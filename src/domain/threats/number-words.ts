const THOUSAND = 1_000
const MILLION = 1_000_000
const BILLION = 1_000_000_000

const EXACT = new Intl.NumberFormat('en-US')
const SHORT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

export function exactNumber(count: number): string {
  return EXACT.format(count)
}

export function shortNumber(count: number): string {
  // Just below a unit, one decimal would round up to a thousand of the smaller one.
  if (count >= BILLION * 0.99995) return `${SHORT.format(count / BILLION)}bn`
  if (count >= MILLION * 0.99995) return `${SHORT.format(count / MILLION)}M`
  if (count >= THOUSAND) return `${SHORT.format(count / THOUSAND)}k`
  return SHORT.format(count)
}

export function shareWords(part: number, whole: number): string {
  const percent = whole === 0 ? 0 : (100 * part) / whole
  if (percent > 0 && percent < 1) return '<1%'
  if (percent > 99 && percent < 100) return '>99%'
  return `${Math.round(percent)}%`
}
