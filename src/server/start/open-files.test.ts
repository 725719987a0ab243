import { Server } from 'node:net'
import { pino } from 'pino'
import { beforeEach, expect, test, vi } from 'vitest'
import { watchOpenFiles } from './open-files.ts'

const openFile = vi.fn()

beforeEach(() => {
  openFile.mockReset()
})

// `tests/integration/open-files.test.ts` runs the built program with a low limit.
test('out of files, a site says so once, keeps looking, and stops with its server', async () => {
  const { lines, server, stop } = watched({ files: 65_536 })
  openFile.mockRejectedValue(Object.assign(new Error('too many open files'), { code: 'EMFILE' }))
  await vi.waitFor(() => expect(lines).not.toEqual([]))
  const looks = openFile.mock.calls.length
  await vi.waitFor(() => expect(openFile.mock.calls.length).toBeGreaterThan(looks + 2))
  expect(lines).toEqual([
    expect.stringMatching(
      /^This process has reached its limit of 65536 open files \(ulimit -n\)\. Raise it: /,
    ),
  ])
  await stop()
  expect(server.listenerCount('drop')).toBe(0)
})

test('a low limit is logged at the start with the connections it leaves, and refused connections once', async () => {
  openFile.mockResolvedValue({ close: async () => {} })
  const { lines, server, stop } = watched({ files: 256 })
  expect(lines).toEqual([
    expect.stringMatching(/^This process may open only 256 files at once .* accepts only 130 connections\. /),
  ])
  server.emit('drop')
  server.emit('drop')
  expect(lines.slice(1)).toEqual([
    expect.stringMatching(/^Connections are refused: all 130 connections of this process are in use\. Raise/),
  ])
  await stop()
})

function watched({ files }: { files: number }) {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(JSON.parse(line).msg) })
  const server = new Server()
  return { lines, server, ...watchOpenFiles({ server, log, files, openFile, lookEveryMs: 5 }) }
}
