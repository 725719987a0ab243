import type { ErrorBody } from '../contract/endpoint.ts'
import type { Read, ReadAnswer, ReadPath } from '../contract/public-reads.ts'

/** A load that hangs must become a failure that the reader sees and can retry (G-20). */
const READ_TIMEOUT_MS = 20_000

const EMPTY_STATUSES = [204, 205]

export const readByFetch: Read = async <P extends ReadPath>(path: P, input: object) => {
  const response = await fetch(addressOf(path, input), {
    credentials: 'same-origin',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(READ_TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(await reasonOf(response))
  if (EMPTY_STATUSES.includes(response.status)) return undefined as ReadAnswer<P>
  return (await response.json()) as ReadAnswer<P>
}

/** Fields named in the path fill it, the others go to the query; a list repeats its name. */
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
    // Not our error body: a proxy between us answered, and its status is all there is to tell.
  }
  return `The server answered with status ${response.status}.`
}
