import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryDataDir } from './data-folders.ts'
import { started } from './started.ts'

let seedHome: Promise<string> | undefined

/** A data folder that was started and stopped before; copying one is much faster than making one. */
export async function seededDataDir(): Promise<string> {
  const dataDir = await temporaryDataDir()
  await copySeed(dataDir)
  return dataDir
}

export async function copySeed(dataDir: string): Promise<void> {
  seedHome ??= makeSeed()
  await promisify(execFile)('cp', ['-Rp', join(await seedHome, 'data'), dataDir])
}

export async function removeSeed(): Promise<void> {
  const home = await seedHome
  // The next file may share this module, and makes its own.
  seedHome = undefined
  if (home !== undefined) await rm(home, { recursive: true, force: true })
}

async function makeSeed(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'candor-embedded-seed-'))
  await (await started(join(home, 'data'))).stop()
  return home
}
