import { createServer } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { type BytesAnswer, getBytes } from './get-bytes.ts'
import { freePort, type Workshop } from './workshop.ts'

const SCRIPTS = /<script\b[\s\S]*?<\/script>|<link rel="modulepreload"[^>]*>/g
const FILES = /(?:href|src)="(\/(?:assets|images|brand|favicon|apple-touch)[^"]*)"/g

/**
 * The same pages with the same styles and fonts, without any script: the least that a browser can need for
 * them. Served from memory by a server that does nothing else.
 */
export async function startStaticPeer(
  workshop: Workshop,
  siteUrl: string,
  paths: readonly string[],
): Promise<{ url: string }> {
  const answers = new Map<string, BytesAnswer>()
  for (const path of paths) {
    const html = (await getBytes(siteUrl + path)).body.toString().replace(SCRIPTS, '')
    answers.set(path, {
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' },
      body: await promisify(brotliCompress)(html),
    })
    for (const [, file = ''] of html.matchAll(FILES)) {
      if (!answers.has(file)) answers.set(file, await getBytes(siteUrl + file, { 'accept-encoding': 'br' }))
    }
  }
  const server = createServer(async (request, response) => {
    const asked = request.url ?? ''
    const answer = answers.get(asked) ?? (await getBytes(siteUrl + asked, { 'accept-encoding': 'br' }))
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  workshop.onLeave(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${port}` }
}
