const MINUTE_MS = 60_000
const MINUTES_PER_HOUR = 60
const HOURS_PER_DAY = 24

export function ageWords(fromMs: number, toMs: number): string {
  const minutes = Math.floor(Math.max(0, toMs - fromMs) / MINUTE_MS)
  if (minutes < 1) return 'less than 1 min'
  const hours = Math.floor(minutes / MINUTES_PER_HOUR)
  const days = Math.floor(hours / HOURS_PER_DAY)
  if (hours < 1) return `${minutes} min`
  if (days < 1) return joined(`${hours} h`, minutes % MINUTES_PER_HOUR, 'min')
  return joined(`${days} d`, hours % HOURS_PER_DAY, 'h')
}

function joined(first: string, rest: number, unit: string) {
  return rest === 0 ? first : `${first} ${rest} ${unit}`
}
