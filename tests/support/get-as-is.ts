import { get, type IncomingHttpHeaders } from 'node:http'

export interface AnswerAsIs {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Requests a path exactly as written, which `fetch` would normalize, without decompressing. */
export function getAsIs(
  url: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<AnswerAsIs> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    get({ hostname, port, path, headers, agent: false }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk as Buffer)
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) })
    }).once('error', reject)
  })
}
