import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { placeOf } from './edition-targets.ts'

test('a file that cannot be read is not a file that is missing', async () => {
  const path = mkdtempSync(join(tmpdir(), 'candor-target-'))
  const place = placeOf({ kind: 'folder', path }, new AbortController().signal)
  try {
    expect(await place.read('log/faces')).toBeUndefined()
    mkdirSync(join(path, 'log/faces'), { recursive: true })
    await expect(place.read('log/faces')).rejects.toThrow('EISDIR')
  } finally {
    rmSync(path, { recursive: true })
  }
})
