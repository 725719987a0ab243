import type { FastifyInstance } from 'fastify'

export interface Visited {
  url: URL
  status: number
  headers: Headers
  body: string
}

export interface Visitor {
  go(
    address: string,
    options?: { form?: Record<string, string>; headers?: Record<string, string> },
  ): Promise<Visited>
  follow(visited: Visited, stopBefore?: (url: URL) => boolean): Promise<Visited>
  cookie(name: string): string | undefined
  cookies: Map<string, KeptCookie>
}

interface KeptCookie {
  value: string
  host: string
  path: string
}

const MOST_REDIRECTS = 10

/** URLs of the site go directly to the app, all others over the network. */
export function visitorOf({
  app,
  siteUrl,
  address: remoteAddress = '127.0.0.1',
}: {
  app: FastifyInstance
  siteUrl: string
  address?: string
}): Visitor {
  const cookies = new Map<string, KeptCookie>()

  async function go(
    address: string,
    { form, headers = {} }: { form?: Record<string, string>; headers?: Record<string, string> } = {},
  ): Promise<Visited> {
    const url = new URL(address, siteUrl)
    const sent = {
      accept: 'text/html',
      ...cookieHeader(url),
      ...(form !== undefined && {
        'content-type': 'application/x-www-form-urlencoded',
        origin: url.origin,
      }),
      ...headers,
    }
    const body = form === undefined ? undefined : new URLSearchParams(form).toString()
    const visited = url.origin === siteUrl ? await inject(url, sent, body) : await fetchFrom(url, sent, body)
    for (const line of visited.headers.getSetCookie()) keep(url, line)
    return visited
  }

  async function follow(visited: Visited, stopBefore: (url: URL) => boolean = () => false): Promise<Visited> {
    let last = visited
    for (let step = 0; step < MOST_REDIRECTS; step += 1) {
      const next = locationOf(last)
      if (next === undefined || stopBefore(next)) return last
      last = await go(next.href)
    }
    throw new Error(`The redirects do not end; the last is ${last.headers.get('location')}`)
  }

  async function inject(
    url: URL,
    headers: Record<string, string>,
    body: string | undefined,
  ): Promise<Visited> {
    const answer = await app.inject({
      method: body === undefined ? 'GET' : 'POST',
      remoteAddress,
      url: url.pathname + url.search,
      headers: { host: url.host, ...headers },
      ...(body !== undefined && { payload: body }),
    })
    const received = new Headers()
    for (const [name, value] of Object.entries(answer.headers)) {
      for (const each of [value ?? []].flat()) received.append(name, String(each))
    }
    return { url, status: answer.statusCode, headers: received, body: answer.body }
  }

  function cookieHeader({ hostname, pathname }: URL): { cookie?: string } {
    const mine = [...cookies].filter(
      ([, { host, path }]) => host === hostname && (path === '/' || `${pathname}/`.startsWith(`${path}/`)),
    )
    if (mine.length === 0) return {}
    return { cookie: mine.map(([key, { value }]) => `${key.split(' ')[0]}=${value}`).join('; ') }
  }

  function keep({ hostname, pathname }: URL, line: string) {
    const [pair = '', ...attributes] = line.split('; ')
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    const find = (attribute: string) =>
      attributes.find((each) => each.toLowerCase().startsWith(`${attribute}=`))?.slice(attribute.length + 1)
    const path = find('path') ?? pathname
    const key = `${name} ${hostname}${path}`
    const expires = find('expires')
    const isOver = find('max-age') === '0' || (expires !== undefined && Date.parse(expires) < Date.now())
    if (isOver) cookies.delete(key)
    else cookies.set(key, { value, host: hostname, path })
  }

  return {
    go,
    follow,
    cookies,
    cookie: (name) => [...cookies].find(([key]) => key.startsWith(`${name} `))?.[1].value,
  }
}

export function locationOf({ headers, url }: Visited): URL | undefined {
  const location = headers.get('location')
  return location === null ? undefined : new URL(location, url)
}

async function fetchFrom(
  url: URL,
  headers: Record<string, string>,
  body: string | undefined,
): Promise<Visited> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body }),
  })
  return { url, status: response.status, headers: response.headers, body: await response.text() }
}
