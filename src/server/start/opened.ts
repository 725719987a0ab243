import type { Logger } from 'pino'

type Close = () => Promise<void>

/** What was opened on the way to a site that runs. */
export interface Opened {
  add(close: Close): void
  /** Aborted as soon as the closing begins. */
  closing: AbortSignal
  /** The last first; each once, however often it is asked for. */
  closeAll(): Promise<void>
}

export function makeOpened(log: Logger): Opened {
  const closes: Close[] = []
  const closing = new AbortController()
  let closed: Promise<void> | undefined
  return {
    add: (close) => {
      closes.push(close)
    },
    closing: closing.signal,
    closeAll: () => {
      closing.abort()
      closed = (closed ?? Promise.resolve()).then(() => closeInTurn(closes, log))
      return closed
    },
  }
}

/** One part that does not close must not keep the others open, the database least of all. */
async function closeInTurn(closes: Close[], log: Logger) {
  for (let close = closes.pop(); close !== undefined; close = closes.pop()) {
    await close().catch((error) => log.error({ err: error }, 'A part of the site did not close'))
  }
}
