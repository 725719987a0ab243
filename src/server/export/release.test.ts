import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openRelease } from './release.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-release-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function publish(name: string) {
  const opened = await openRelease(folder, name)
  if (opened.kind === 'refused') return opened.line
  await opened.release.note('export.json', '{}')
  await opened.release.publish()
  return undefined
}

test('only earlier exports are removed, and two are kept', async () => {
  mkdirSync(join(folder, 'releases', '20261114120000'), { recursive: true })
  for (const name of ['20261115T224604Z-410', '20261115T224704Z-411', '20261115T224804Z-412'])
    expect(await publish(name)).toBeUndefined()
  expect(readdirSync(join(folder, 'releases')).sort()).toEqual([
    '20261114120000',
    '20261115T224704Z-411',
    '20261115T224804Z-412',
  ])
})

test('a folder into which another program deploys is refused and left as it is', async () => {
  mkdirSync(join(folder, 'releases', '20261114120000'), { recursive: true })
  symlinkSync('releases/20261114120000', join(folder, 'current'))
  expect(await publish('20261115T224804Z-412')).toMatch(
    /current leads to releases\/20261114120000, which is not an export\./,
  )
  expect(readlinkSync(join(folder, 'current'))).toBe('releases/20261114120000')
  expect(readdirSync(folder).sort()).toEqual(['current', 'releases'])
  expect(readdirSync(join(folder, 'releases'))).toEqual(['20261114120000'])
})
