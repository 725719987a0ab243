import { execFile } from 'node:child_process'
import { chmod, cp, lstat, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { findBinaries } from '../../../src/db/embedded/binaries.ts'
import { clear, temporaryHome } from './support/data-folders.ts'

afterEach(clear)

test('links and permissions missing after an install without scripts are repaired', async () => {
  const installed = await foundIn()
  const copy = join(await temporaryHome(), 'package')
  await cp(packageOf(installed.initdb), copy, {
    recursive: true,
    filter: async (path) => !(await lstat(path)).isSymbolicLink(),
  })
  const initdb = join(copy, 'native/bin/initdb')
  await expect(versionOf(initdb)).rejects.toThrow(/shared libraries|Library not loaded/)
  await chmod(initdb, 0o644)

  const mended = await foundIn(copy)
  expect(mended.initdb).toBe(initdb)
  expect(await versionOf(mended.initdb)).toContain(`PostgreSQL) ${mended.major}.`)
  expect(await versionOf(mended.postgres)).toContain(`PostgreSQL) ${mended.major}.`)
})

test("links that can't be made are ignored", async () => {
  const folder = await temporaryHome()
  await mkdir(join(folder, 'native'))
  await writeFile(join(folder, 'package.json'), '{ "version": "18.4.0" }')
  await writeFile(
    join(folder, 'native/pg-symlinks.json'),
    '[{ "source": "gone/a.so.1", "target": "gone/a.so" }]',
  )
  expect(await foundIn(folder)).toMatchObject({ major: 18 })
})

async function foundIn(packageFolder?: string) {
  const binaries = await findBinaries(packageFolder)
  if (binaries.kind === 'refused') throw new Error(binaries.line)
  return binaries
}

function packageOf(program: string): string {
  return dirname(dirname(dirname(program)))
}

async function versionOf(program: string): Promise<string> {
  return (await promisify(execFile)(program, ['--version'])).stdout
}
