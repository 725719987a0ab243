import type { FastifyInstance, LightMyRequestResponse } from 'fastify'

export interface TestBrowser {
  cookies: Map<string, string>
  post(
    url: string,
    body?: unknown,
    headers?: Record<string, string | undefined>,
  ): Promise<LightMyRequestResponse>
  get(url: string): Promise<LightMyRequestResponse>
}

/** Stores cookies and sends them with the CSRF token and the Origin, like the pages. */
export function testBrowser(
  app: FastifyInstance,
  { address, origin }: { address: string; origin: string },
): TestBrowser {
  const cookies = new Map<string, string>()

  async function send(
    method: 'GET' | 'POST',
    url: string,
    body: unknown,
    extra: Record<string, string | undefined>,
  ) {
    const csrf = cookies.get('csrf_token')
    const headers = {
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') || undefined,
      ...(method === 'POST' && { origin, 'content-type': 'application/json', 'x-csrf-token': csrf }),
      ...extra,
    }
    const answer = await app.inject({
      method,
      url,
      remoteAddress: address,
      headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
      ...(method === 'POST' && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }

  return {
    cookies,
    post: (url, body = {}, headers = {}) => send('POST', url, body, headers),
    get: (url) => send('GET', url, undefined, {}),
  }
}
