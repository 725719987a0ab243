import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request as forward, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface SignedRequest {
  method: string
  /** As it stands in the first line of the request. */
  url: string
  headers: IncomingHttpHeaders
}

/**
 * The signature (version 4) that a request should carry, by the description of Amazon: the servers for tests look at
 * the name alone. `undefined` when it carries none.
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

/** In front of a server that does not look: lets signed requests through whose content is the signed one. */
export async function signatureGate({ port, secret }: { port: number; secret: string }) {
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const body = await buffer(request)
    const isAnonymousRead = method === 'GET' && headers.authorization === undefined
    const isRight =
      headers.authorization?.endsWith(expectedSignature({ method, url, headers }, secret) ?? 'none') === true
    const hash = headers['x-amz-content-sha256']
    const isContent = method !== 'PUT' || hash === sha256(body)
    if (!isAnonymousRead && !(isRight && isContent)) {
      response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
      return
    }
    const onward = forward(
      { host: '127.0.0.1', port, method, path: url, headers, agent: false },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    onward.on('error', () => response.destroy())
    onward.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function sha256(data: string | Buffer) {
  return createHash('sha256').update(data).digest('hex')
}

function hmac(key: string | Buffer, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest()
}
