import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type CleanUp = () => unknown

/** Where a bench works: whatever it opens is closed again, however it ends. */
export interface Workshop {
  /** Removed at the end. Readable by others, for a server that gives up its rights. */
  folder(name: string): string
  onLeave(cleanUp: CleanUp): void
}

/** Ctrl-C counts as an end too: everything is put away before the process goes. */
export async function inWorkshop<T>(work: (workshop: Workshop) => Promise<T>): Promise<T> {
  const cleanUps: CleanUp[] = []
  const leave = async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
  }
  let interrupted: Promise<void> | undefined
  const interrupt = () => {
    console.error('\nStopping …')
    interrupted ??= leave().finally(() => process.exit(1))
  }
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
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
    // Work that fails because its servers are being stopped must not go on to the next section.
    await (interrupted ?? leave())
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  }
}

/** A port that is free now. The site must know its own address before it listens, so 0 does not do. */
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
