import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { folderOfTheRun } from '../../../cluster/test-database.ts'
import { temporaryDataDir } from './data-folders.ts'
import { started } from './started.ts'

let seed: Promise<string> | undefined

/** A data folder that was started and stopped before; copying one is much faster than creating one. */
export async function seededDataDir(): Promise<string> {
  const dataDir = await temporaryDataDir()
  await copySeed(dataDir)
  return dataDir
}

export async function copySeed(dataDir: string): Promise<void> {
  seed ??= findOrMakeSeed()
  await promisify(execFile)('cp', ['-Rp', await seed, dataDir])
}

async function findOrMakeSeed(): Promise<string> {
  const ofTheRun = folderOfTheRun()
  const place = join(ofTheRun, 'seed')
  if (existsSync(place)) return place
  const home = await mkdtemp(join(ofTheRun, 'seed-'))
  await (await started(join(home, 'data'))).stop()
  await rename(join(home, 'data'), place).catch(() => {})
  await rm(home, { recursive: true, force: true })
  return place
}
