import type { Logger } from 'pino'

const LOOK_EVERY_MS = 60_000
/** A larger difference isn't caused by a slow answer: this machine's clock is wrong, or the database's. */
const WORTH_A_LINE_MS = 2_000
const SAY_AGAIN_AFTER_MS = 60 * 60_000

export function watchClock({
  readSkewMs,
  clock,
  log,
  lookEveryMs = LOOK_EVERY_MS,
}: {
  readSkewMs: () => Promise<number>
  clock: () => Date
  log: Pick<Logger, 'info' | 'warn'>
  lookEveryMs?: number
}): { stop(): Promise<void> } {
  let saidAt: number | undefined
  let looking = look()

  async function look() {
    const skewMs = await readSkewMs().catch(() => undefined)
    if (skewMs === undefined) return
    const nowMs = clock().getTime()
    const isWrong = Math.abs(skewMs) > WORTH_A_LINE_MS
    if (isWrong && (saidAt === undefined || nowMs - saidAt >= SAY_AGAIN_AFTER_MS)) {
      saidAt = nowMs
      log.warn(
        { aheadSeconds: Math.round(skewMs / 100) / 10 },
        'The clocks of this machine and the database differ; the database’s clock decides what is due',
      )
    } else if (!isWrong && saidAt !== undefined) {
      saidAt = undefined
      log.info('The clocks of this machine and the database agree again')
    }
  }

  const timer = setInterval(() => {
    looking = looking.then(look)
  }, lookEveryMs)
  timer.unref()
  return {
    stop: async () => clearInterval(timer),
  }
}
