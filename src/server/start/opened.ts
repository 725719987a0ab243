import type { Logger } from 'pino'

type Close = () => Promise<void>

export interface Opened {
  add(close: Close): void
  closing: AbortSignal
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

/** A part that fails to close must not keep the others open, least of all the database. */
async function closeInTurn(closes: Close[], log: Logger) {
  for (let close = closes.pop(); close !== undefined; close = closes.pop()) {
    await close().catch((error) => log.error({ err: error }, 'A part of the site did not close'))
  }
}
