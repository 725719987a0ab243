const MINUTE_S = 60
const HOUR_S = 3_600

export function durationWords(seconds: number): string {
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`
  if (seconds < 2 * MINUTE_S) return `${Math.round(seconds)} s`
  if (seconds < 2 * HOUR_S) return twoParts(seconds, MINUTE_S, ['min', 's'])
  return twoParts(seconds / MINUTE_S, MINUTE_S, ['h', 'min'])
}

function twoParts(amount: number, unit: number, [large, small]: readonly [string, string]) {
  const whole = Math.round(amount)
  const rest = whole % unit
  const first = `${Math.floor(whole / unit)} ${large}`
  return rest === 0 ? first : `${first} ${rest} ${small}`
}

export function durationScale(longest: number) {
  const [unit, name] =
    longest <= 2 * MINUTE_S
      ? ([1, 's'] as const)
      : longest <= 2 * HOUR_S
        ? ([MINUTE_S, 'min'] as const)
        : ([HOUR_S, 'h'] as const)
  return {
    inUnit: (seconds: number) => seconds / unit,
    tickWords: (value: number) => `${Math.round(value * 10) / 10} ${name}`,
  }
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const high = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? high : (high + (sorted[middle - 1] ?? high)) / 2
}
