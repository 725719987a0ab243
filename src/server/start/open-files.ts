import { open } from 'node:fs/promises'
import type { Server } from 'node:net'
import type { Logger } from 'pino'
import { mostConnections, openFilesAllowed } from '../edge/usual-limits.ts'

/** With fewer, the embedded PostgreSQL doesn't start, and a site could accept hardly any connections. */
const LEAST_FILES = 128
const ENOUGH_FILES = 1_024
const LOOK_EVERY_MS = 2_000
const REPORT_EVERY_MS = 60_000
const HOW_TO_RAISE =
  'Raise it: ulimit -n 65536 in the shell that starts Candor, LimitNOFILE=65536 in a systemd unit.'

export function tooFewFiles(files = openFilesAllowed()): string | undefined {
  if (files >= LEAST_FILES) return undefined
  return `This process may open only ${files} files at once (ulimit -n), and Candor needs at least ${LEAST_FILES}. ${HOW_TO_RAISE}`
}

export interface WatchFilesOptions {
  server: Server
  log: Logger
  lookEveryMs?: number
  files?: number
  openFile?: (path: string) => Promise<{ close(): Promise<void> }>
}

/**
 * Logs, at most once a minute, that connections are refused or no file can be opened. Node then silently
 * stops accepting connections, and everything else that fails for the same reason (mail, database,
 * processes) logs a different cause.
 */
export function watchOpenFiles({
  server,
  log,
  lookEveryMs = LOOK_EVERY_MS,
  files = openFilesAllowed(),
  openFile = open,
}: WatchFilesOptions): {
  stop(): Promise<void>
} {
  const connections = mostConnections(files)
  if (files < ENOUGH_FILES)
    log.warn(
      { files, connections },
      `This process may open only ${files} files at once (ulimit -n), so it accepts only ${connections} connections. ${HOW_TO_RAISE}`,
    )

  let reportedAt = Number.NEGATIVE_INFINITY
  let droppedSince = 0
  function report(line: string) {
    const now = performance.now()
    if (now - reportedAt < REPORT_EVERY_MS) return
    reportedAt = now
    log.warn({ files, connections, dropped: droppedSince }, line)
    droppedSince = 0
  }

  const onDrop = () => {
    droppedSince++
    report(
      `Connections are refused: all ${connections} connections of this process are in use.${
        files < ENOUGH_FILES ? ` ${HOW_TO_RAISE}` : ''
      }`,
    )
  }
  server.on('drop', onDrop)

  async function look() {
    try {
      await (await openFile('/dev/null')).close()
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === 'EMFILE')
        report(`This process has reached its limit of ${files} open files (ulimit -n). ${HOW_TO_RAISE}`)
      if (code === 'ENFILE')
        report('This machine has no more files to open (fs.file-max). Find what holds them, or raise it.')
    }
  }
  const timer = setInterval(look, lookEveryMs).unref()

  return {
    stop: async () => {
      clearInterval(timer)
      server.off('drop', onDrop)
    },
  }
}
