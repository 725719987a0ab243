import type { ErrorBody } from '../../contract/endpoint.ts'
import type { Read, ReadAnswer, ReadPath } from '../../contract/public-reads.ts'
import { STAND_IN_HEADER } from '../../domain/edition-timing.ts'
import { RefusedRead } from './loaded.ts'

/** A hanging load must become a visible failure with a retry (G-20). */
const READ_TIMEOUT_MS = 20_000

const EMPTY_STATUSES = [204, 205]

/** A cache in front lags by at most two seconds; older content after that hasn't changed. */
const ASK_AGAIN_AFTER_MS = [600, 900, 1_500]

export const readByFetch: Read = async (path, input) => contentOf(await ask(path, input))

/** `isStandIn`: a busy site answered with what it had. */
export type OnEdition = (edition: number, of: { isStandIn: boolean }) => void

export function readNotingEdition(onEdition: OnEdition): Read {
  return async (path, input) => {
    const response = await ask(path, input)
    const edition = editionOf(response)
    if (edition !== undefined) onEdition(edition, { isStandIn: isStandIn(response) })
    return contentOf(response)
  }
}

export function readOfEdition(atLeast: number): Read {
  return async (path, input) => {
    let response = await ask(path, input)
    for (const waitMs of ASK_AGAIN_AFTER_MS) {
      if (!isOlderThan(atLeast, response)) break
      await response.body?.cancel()
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      response = await ask(path, input)
    }
    if (isStandIn(response) && isOlderThan(atLeast, response))
      throw new Error('The site is too busy for its newest content.')
    return contentOf(response)
  }
}

function ask(path: ReadPath, input: object): Promise<Response> {
  return fetch(addressOf(path, input), {
    credentials: 'same-origin',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(READ_TIMEOUT_MS),
  })
}

function isOlderThan(atLeast: number, response: Response) {
  const edition = editionOf(response)
  return edition !== undefined && edition < atLeast
}

/** Personal responses bypass the cache and have no edition. */
function editionOf({ headers }: Response) {
  const edition = headers.get('candor-edition')
  return edition === null ? undefined : Number(edition)
}

/** The mark of an earlier answer stays in the browser's cache when a later one says that its copy is unchanged. */
function isStandIn({ headers }: Response) {
  const marked = headers.get(STAND_IN_HEADER)
  return marked !== null && marked === headers.get('candor-edition')
}

async function contentOf<P extends ReadPath>(response: Response): Promise<ReadAnswer<P>> {
  if (!response.ok) {
    const reason = await reasonOf(response)
    throw isRefusal(response) ? new RefusedRead(reason) : new Error(reason)
  }
  if (EMPTY_STATUSES.includes(response.status)) return undefined as ReadAnswer<P>
  return (await response.json()) as ReadAnswer<P>
}

function isRefusal({ status }: Response) {
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

export function addressOf(path: string, input: object): string {
  const fields = new Map(Object.entries(input))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = fields.get(name)
    fields.delete(name)
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  for (const [name, value] of fields) {
    if (value === undefined || value === null) continue
    for (const each of Array.isArray(value) ? value : [value]) query.append(name, String(each))
  }
  return query.size === 0 ? filled : `${filled}?${query}`
}

async function reasonOf(response: Response): Promise<string> {
  try {
    const { message } = (await response.json()) as ErrorBody
    if (typeof message === 'string' && message !== '') return message
  } catch {
    // Not our error format: a proxy answered, and only its status is known.
  }
  return `The server answered with status ${response.status}.`
}
