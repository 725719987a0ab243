import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { CLIENTS_HANG_UP } from './clients-hang-up.ts'

type Mood = 'well' | 'failing' | 'hanging' | 'cutting-off'

export interface FileServer {
  url: string
  files: Map<string, Buffer>
  asked: string[]
  /** From now on; `cutting-off` sends half of the announced bytes. */
  mood: Mood
  stop(): Promise<void>
}

export async function fileServer({ authorization }: { authorization?: string } = {}): Promise<FileServer> {
  const server = createServer(CLIENTS_HANG_UP, (request, response) => void answer(request, response))
  const site: FileServer = {
    url: '',
    files: new Map(),
    asked: [],
    mood: 'well',
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const name = (request.url ?? '').split('/').at(-1) ?? ''
    site.asked.push(`${request.method} ${name}`)
    if (site.mood === 'hanging') return
    if (site.mood === 'failing') return end(response, 500, 'out of order')
    const mayWrite = authorization === undefined || request.headers.authorization === authorization
    switch (request.method) {
      case 'PUT':
        if (!mayWrite) return end(response, 401, 'who are you?')
        site.files.set(name, await buffer(request))
        return end(response, 201)
      case 'DELETE':
        if (!mayWrite) return end(response, 401, 'who are you?')
        return end(response, site.files.delete(name) ? 204 : 404)
      case 'GET':
        return give(request, response, site.files.get(name))
      default:
        return end(response, 405)
    }
  }

  function give({ headers }: IncomingMessage, response: ServerResponse, file: Buffer | undefined) {
    if (file === undefined) return end(response, 404)
    const etag = `"${createHash('sha256').update(file).digest('hex').slice(0, 16)}"`
    response.setHeader('etag', etag)
    if (headers['if-none-match'] === etag) return end(response, 304)
    response.setHeader('content-length', file.length)
    if (site.mood !== 'cutting-off') return response.end(file)
    response.write(file.subarray(0, file.length / 2), () => response.destroy())
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return site
}

function end(response: ServerResponse, status: number, body = '') {
  response.writeHead(status).end(body)
}
