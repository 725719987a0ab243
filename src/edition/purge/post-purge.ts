const ANSWER_WITHIN_MS = 10_000

export interface Purge {
  edition: number
  /** The edition that the cache was last told of; null when that is not known. */
  since: number | null
  keys: readonly string[]
}

/** Throws where the receiver does not say that it took it. */
export async function postPurge(of: {
  url: string
  authorization: string | undefined
  signal: AbortSignal
  purge: Purge
}): Promise<void> {
  const response = await fetch(of.url, {
    method: 'POST',
    redirect: 'error',
    headers: {
      'content-type': 'application/json',
      'surrogate-key': of.purge.keys.join(' '),
      ...(of.authorization !== undefined && { authorization: of.authorization }),
    },
    body: JSON.stringify(of.purge),
    signal: AbortSignal.any([of.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`PURGE_URL answered ${response.status}`)
}
