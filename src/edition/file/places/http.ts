/** A file of some megabytes over a slow line, and no server that hangs for ever. */
const WITHIN_MS = 60_000
const MOST_EXPLANATION_LENGTH = 200

export function askWithin(request: Request, signal: AbortSignal): Promise<Response> {
  return fetch(request, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]),
    redirect: 'manual',
  })
}

export async function refuseUnlessDone(
  response: Response,
  what: string,
  alsoFine: readonly number[] = [],
): Promise<void> {
  const said = await response.text().catch(() => '')
  if (response.ok || alsoFine.includes(response.status)) return
  const why = said.replace(/\s+/g, ' ').slice(0, MOST_EXPLANATION_LENGTH)
  throw new Error(`${what} was answered with ${response.status}${why === '' ? '' : `: ${why}`}`)
}

export function typeOf(name: string): string {
  return name.endsWith('.json') ? 'application/json' : 'application/octet-stream'
}
