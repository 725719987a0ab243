import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NotComparable } from '../../domain/log/read-site-log.ts'
import { logCopyAt } from './log-copy.ts'

/* A restore reads the log from an address that may answer anything. */
const asked: string[] = []
const server = createServer((request, response) => {
  const url = request.url ?? ''
  asked.push(url)
  if (url === '/elsewhere') return response.writeHead(302, { location: '/log/checkpoint' }).end()
  if (url === '/missing') return response.writeHead(404).end()
  if (url === '/broken')
    return response.writeHead(200, { 'content-length': 10 }).write('half', () => response.destroy())
  if (url !== '/endless') return response.end('a checkpoint')
  const more = () => {
    while (!response.destroyed && response.write(MEGABYTE));
  }
  response.on('drain', more)
  return more()
})
const MEGABYTE = Buffer.alloc(1024 * 1024)
let get: (path: string) => Promise<Uint8Array | undefined>

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { signal } = new AbortController()
  const copy = logCopyAt(`http://127.0.0.1:${port}/`, { target: undefined, isNewest: false, signal })
  get = async (path) => copy?.get(path)
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('a file of the log at an address is read, and may be missing', async () => {
  expect(String(Buffer.from((await get('/log/checkpoint')) ?? []))).toBe('a checkpoint')
  expect(await get('/missing')).toBeUndefined()
})

test('an answer that breaks off, leads elsewhere or never ends can’t be compared', async () => {
  await expect(get('/broken')).rejects.toThrow(NotComparable)
  asked.length = 0
  await expect(get('/elsewhere')).rejects.toThrow('Redirects are not followed.')
  expect(asked).toEqual(['/elsewhere'])
  await expect(get('/endless')).rejects.toThrow('is too large.')
})
