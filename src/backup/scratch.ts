import { randomBytes } from 'node:crypto'
import { lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createScratchDatabase } from '../db/backup/scratch-database.ts'
import { findBinaries } from '../db/embedded/binaries.ts'
import { removeEmbedded } from '../db/embedded/remove-embedded.ts'
import { startEmbedded } from '../db/embedded/start-embedded.ts'
import { explainTrouble } from './explain-trouble.ts'
import { dropTag, isMakerGone, makeTag } from './maker-tag.ts'

export type Scratch =
  | { kind: 'open'; url: string; close(): Promise<void> }
  | { kind: 'refused'; line: string }

const PREFIX = 'candor-scratch-'

/** A separate server needs no permissions on the site's server. */
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

async function sweepScratches(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const folder = join(tmpdir(), name)
    const isLeft = name.startsWith(PREFIX) && isMakerGone(name) && (await isOurs(folder))
    if (isLeft) await removeEmbedded(folder).catch(() => {})
  }
}

/** In a shared folder, anyone may create a folder with that name and make us stop a live server. */
async function isOurs(folder: string): Promise<boolean> {
  const [own, database] = await Promise.all([typeOf(folder), typeOf(join(folder, 'postgres'))])
  return own === 'our folder' && database !== 'something else'
}

async function typeOf(path: string): Promise<'our folder' | 'nothing' | 'something else'> {
  const found = await lstat(path).catch(() => undefined)
  if (found === undefined) return 'nothing'
  return found.isDirectory() && found.uid === process.getuid?.() ? 'our folder' : 'something else'
}
