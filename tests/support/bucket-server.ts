import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { CLIENTS_HANG_UP } from './clients-hang-up.ts'

export interface SignedRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
}

/**
 * The signature (version 4) that a request should have, following Amazon's description. `undefined` if it
 * is unsigned.
 */
export function expectedSignature(
  { method, url, headers }: SignedRequest,
  secret: string,
): string | undefined {
  const found = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=[0-9a-f]{64}$/.exec(
    headers.authorization ?? '',
  )
  const [, credential = '', signedHeaders = ''] = found ?? []
  const [, date = '', region = '', service = ''] = credential.split('/')
  if (found === null) return undefined
  const [path = '', query = ''] = url.split('?')
  const canonical = [
    method,
    path,
    query.split('&').sort().join('&'),
    ...signedHeaders.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    signedHeaders,
    String(headers['x-amz-content-sha256']),
  ].join('\n')
  const scope = `${date}/${region}/${service}/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', String(headers['x-amz-date']), scope, sha256(canonical)].join('\n')
  const key = [date, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`)
  return hmac(key, toSign).toString('hex')
}

export interface BucketServer {
  url: string
  objects: Map<string, Buffer>
  stop(): Promise<void>
}

/**
 * One bucket in memory. Writes and lists need the right signature, and a write the signed content; reads of an object
 * are public.
 */
export async function bucketServer(of: { bucket: string; secret: string }): Promise<BucketServer> {
  const objects = new Map<string, Buffer>()
  const server = createServer(CLIENTS_HANG_UP, async (request, response) => {
    const { method = '', url = '', headers } = request
    const body = await buffer(request)
    const refuse = (status: number, code: string) =>
      response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)
    const { pathname, searchParams } = new URL(url, 'http://bucket')
    const [bucket, ...path] = pathname.slice(1).split('/').map(decodeURIComponent)
    const key = path.join('/')
    const isAnonymousRead = method === 'GET' && key !== '' && headers.authorization === undefined
    const isRight =
      headers.authorization?.endsWith(expectedSignature({ method, url, headers }, of.secret) ?? 'none') ===
      true
    const isContent = method !== 'PUT' || headers['x-amz-content-sha256'] === sha256(body)
    if (!isAnonymousRead && !(isRight && isContent)) return refuse(403, 'SignatureDoesNotMatch')
    if (bucket !== of.bucket) return refuse(404, 'NoSuchBucket')
    switch (method) {
      case 'PUT':
        objects.set(key, body)
        return response.writeHead(200).end()
      case 'DELETE':
        objects.delete(key)
        return response.writeHead(204).end()
      case 'HEAD':
        return response.writeHead(objects.has(key) ? 200 : 404).end()
      case 'GET': {
        if (key === '') return response.end(listOf(objects, searchParams.get('prefix') ?? ''))
        const object = objects.get(key)
        return object === undefined ? refuse(404, 'NoSuchKey') : response.end(object)
      }
      default:
        return refuse(405, 'MethodNotAllowed')
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function listOf(objects: ReadonlyMap<string, Buffer>, prefix: string): string {
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort()
  return `<ListBucketResult>${keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}</ListBucketResult>`
}

function sha256(data: string | Buffer) {
  return createHash('sha256').update(data).digest('hex')
}

function hmac(key: string | Buffer, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest()
}
