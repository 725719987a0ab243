import { IDLE_SIGN_OUT_S } from '../../domain/constants.ts'

/** what counts as doing something; a page that loads is one more. */
export const ACTIVITY_EVENTS = ['mousemove', 'mousedown', 'click', 'scroll', 'keypress'] as const

/** Fine enough for a limit of hours. */
const TELL_EVERY_MS = 300_000

export interface Activity {
  nowMs: number
  /** When somebody last did something, in whichever tab. */
  activeAtMs: number
  /** When the server was last told so, by whichever tab. */
  toldAtMs: number
}

export type ActivityVerdict =
  /** Nobody has been there for so long that the session ends. */
  | 'idle'
  /** Something was done since the server last heard of it, and that is some minutes ago. */
  | 'to-tell'
  | 'nothing-to-do'

/**
 * several tabs count as one user. The server is told late rather than often, but of the last thing that was
 * done in any case, so that it never ends a session before the browser does.
 */
export function judgeActivity({ nowMs, activeAtMs, toldAtMs }: Activity): ActivityVerdict {
  const isIdle = nowMs - activeAtMs >= IDLE_SIGN_OUT_S * 1000
  if (isIdle) return 'idle'
  const isUntold = activeAtMs > toldAtMs
  return isUntold && nowMs - toldAtMs >= TELL_EVERY_MS ? 'to-tell' : 'nothing-to-do'
}

/** Times of one session, as a device keeps them: those of a session before it say nothing. */
export function writtenTime(timeMs: number, security: string): string {
  return `${timeMs} ${security}`
}

/** Undefined where nothing is known. A time ahead of us was written before the clock was set back. */
export function readTime(
  written: string | undefined,
  { security, nowMs }: { security: string; nowMs: number },
): number | undefined {
  const [time, ofSession = ''] = written?.split(' ') ?? []
  if (time === undefined || !/^\d{1,15}$/.test(time) || ofSession !== security) return undefined
  return Math.min(Number(time), nowMs)
}
