const UNITS = [
  { minutes: 24 * 60, one: 'day' },
  { minutes: 60, one: 'hour' },
  { minutes: 1, one: 'minute' },
]

export function reminderWords(minutes: number): string {
  const unit = UNITS.find((one) => minutes % one.minutes === 0) ?? { minutes: 1, one: 'minute' }
  const count = minutes / unit.minutes
  return `${count} ${unit.one}${count === 1 ? '' : 's'} before`
}
