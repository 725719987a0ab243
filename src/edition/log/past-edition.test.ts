import { expect, test } from 'vitest'
import { plainRecord } from '../../../tests/support/plain-record.ts'
import type { Edition } from '../edition.ts'
import { EMPTY_SHELF, nextShelf } from '../record-shelf.ts'
import { startPastShelf } from './past-edition.ts'

test('readers of the present get turns while thousands of records are put back', async () => {
  const ids = Array.from({ length: 3_000 }, (_, at) => at + 1)
  const one = plainRecord({ clouds: [1] })
  const changed = ids.map((id) => ({ ...one, id }))
  const present = { records: nextShelf(EMPTY_SHELF, { changed, withdrawn: [] }) } as Edition
  let turns = 0
  let isBuilt = false
  const read = () => {
    if (isBuilt) return
    turns++
    setImmediate(read)
  }
  setImmediate(read)

  const { take, end } = startPastShelf(present, new Date())
  // All but the last were published after that edition.
  await take(
    ids
      .slice(0, -1)
      .map((id) => ({ id, kind: 'incident', edition: null, rewrites: 0, face: null, redacted: null })),
  )
  const { shelf } = await end()
  isBuilt = true

  expect([...shelf.byId.keys()]).toEqual([3_000])
  expect(turns).toBeGreaterThan(4)
  expect(present.records.byId.size).toBe(3_000)
})
