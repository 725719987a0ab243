import { formatTime } from '../../domain/format-time.ts'

/** `Wed, 04 Nov 2026 14:31:00 UTC`; of a moment on the same day as `after` only `17:02:00 UTC`. */
export function momentWords(
  at: string,
  { after, precision }: { after?: string | null | undefined; precision: 'second' | 'minute' },
): string {
  const words = inWords(at)
  const isSameDay = after !== null && after !== undefined && inWords(after).day === words.day
  const time = precision === 'minute' ? words.time.replace(SECONDS, '$1') : words.time
  return isSameDay ? time : `${words.day} ${time}`
}

const DAY_LENGTH = 'Wed, 04 Nov 2026'.length
const SECONDS = /^(\d\d:\d\d):\d\d/

function inWords(at: string) {
  const words = formatTime(new Date(at))
  return { day: words.slice(0, DAY_LENGTH), time: words.slice(DAY_LENGTH + 1) }
}
