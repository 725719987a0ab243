import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type CleanUp = () => unknown

/** Everything that a benchmark opens here is closed again, however it ends. */
export interface Workshop {
  /** Removed at the end. Readable by others, for a server that drops its privileges. */
  folder(name: string): string
  onLeave(cleanUp: CleanUp): void
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Also cleans up after Ctrl-C, or when the reader of our output goes away. */
export async function inWorkshop<T>(work: (workshop: Workshop) => Promise<T>): Promise<T> {
  const cleanUps: CleanUp[] = []
  const leave = async () => {
    for (let cleanUp = cleanUps.pop(); cleanUp !== undefined; cleanUp = cleanUps.pop()) await attempt(cleanUp)
  }
  let interrupted: Promise<void> | undefined
  const interrupt = () => {
    console.error('\nStopping …')
    interrupted ??= leave().finally(() => process.exit(1))
  }
  for (const signal of SIGNALS) process.on(signal, interrupt)
  process.stdout.on('error', interrupt)
  try {
    return await work({
      folder: (name) => {
        const folder = mkdtempSync(join(tmpdir(), `candor-bench-${name}-`))
        chmodSync(folder, 0o755)
        cleanUps.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
        return folder
      },
      onLeave: (cleanUp) => cleanUps.push(cleanUp),
    })
  } finally {
    // Work that fails because its servers are being stopped must not continue with the next section.
    await (interrupted ?? leave())
    for (const signal of SIGNALS) process.off(signal, interrupt)
    process.stdout.off('error', interrupt)
  }
}

/** A failure doesn't keep the other cleanups from running. */
async function attempt(cleanUp: CleanUp) {
  try {
    await cleanUp()
  } catch (error) {
    console.error(`A cleanup failed: ${(error as Error).message}`)
  }
}

/** The site must know its own URL before it listens, so port 0 doesn't work. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
