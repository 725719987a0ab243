import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createScratchDatabase } from '../db/backup/scratch-database.ts'
import { findBinaries } from '../db/embedded/binaries.ts'
import { removeEmbedded } from '../db/embedded/remove-embedded.ts'
import { startEmbedded } from '../db/embedded/start-embedded.ts'
import { explainTrouble } from './explain-trouble.ts'
import { dropTag, isMakerGone, makeTag } from './maker-tag.ts'

/** A database to try things in, of which nothing stays. */
export type Scratch =
  | { kind: 'open'; url: string; close(): Promise<void> }
  | { kind: 'refused'; line: string }

const PREFIX = 'candor-scratch-'

/**
 * A server of its own in a temporary folder, which needs no rights anywhere; where the programs for one are not installed, a
 * database beside that of the site.
 */
export async function openScratch(databaseUrl: string): Promise<Scratch> {
  const binaries = await findBinaries()
  return binaries.kind === 'found' ? scratchServer() : scratchDatabase(databaseUrl)
}

async function scratchServer(): Promise<Scratch> {
  await sweepScratches()
  const tag = makeTag()
  const folder = join(tmpdir(), `${PREFIX}${tag}`)
  const remove = async () => {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    dropTag(tag)
  }
  try {
    await mkdir(folder, { mode: 0o700 })
    const server = await startEmbedded({ dataDir: folder, report: () => {} })
    if (server.kind === 'started') {
      return { kind: 'open', url: server.url, close: () => server.stop().finally(remove) }
    }
    await remove()
    return server
  } catch (error) {
    await remove()
    return { kind: 'refused', line: explainTrouble(error, { folder }) }
  }
}

export async function scratchDatabase(databaseUrl: string): Promise<Scratch> {
  try {
    const name = `candor_scratch_${Math.floor(Date.now() / 1000)}_${randomBytes(4).toString('hex')}`
    return { kind: 'open', ...(await createScratchDatabase(databaseUrl, name)) }
  } catch (error) {
    return { kind: 'refused', line: explainTrouble(error) }
  }
}

/** Of those who were killed, the servers too. */
async function sweepScratches(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const isLeft = name.startsWith(PREFIX) && isMakerGone(name)
    if (isLeft) await removeEmbedded(join(tmpdir(), name)).catch(() => {})
  }
}
