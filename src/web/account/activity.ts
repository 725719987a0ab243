import { IDLE_SIGN_OUT_S } from '../../domain/constants.ts'

/** loading a page counts as activity too. */
export const ACTIVITY_EVENTS = ['mousemove', 'mousedown', 'click', 'scroll', 'keypress'] as const

/** Precise enough for a limit measured in hours. */
const REPORT_EVERY_MS = 300_000

export interface Activity {
  nowMs: number
  activeAtMs: number
  reportedAtMs: number
}

export type ActivityVerdict = 'idle' | 'to-report' | 'nothing-to-do'

/**
 * all tabs count as one user. Activity is reported rarely, but the last activity always is, so the server never
 * ends a session before the browser does.
 */
export function judgeActivity({ nowMs, activeAtMs, reportedAtMs }: Activity): ActivityVerdict {
  const isIdle = nowMs - activeAtMs >= IDLE_SIGN_OUT_S * 1000
  if (isIdle) return 'idle'
  const isUnreported = activeAtMs > reportedAtMs
  return isUnreported && nowMs - reportedAtMs >= REPORT_EVERY_MS ? 'to-report' : 'nothing-to-do'
}

export function writtenTime(timeMs: number, security: string): string {
  return `${timeMs} ${security}`
}

/** Undefined if invalid or from another session. A time in the future means that the clock was set back since. */
export function readTime(
  written: string | undefined,
  { security, nowMs }: { security: string; nowMs: number },
): number | undefined {
  const [time, ofSession = ''] = written?.split(' ') ?? []
  if (time === undefined || !/^\d{1,15}$/.test(time) || ofSession !== security) return undefined
  return Math.min(Number(time), nowMs)
}
