import { PERSONAL_READS } from '../../accounts/personalise.ts'
import { publicReads, type ReadInput, type ReadPath } from '../../contract/public-reads.ts'
import { makeAnswer } from '../../edition/answer.ts'
import type { Computed } from '../../edition/answer-cache.ts'
import type { Held } from '../../edition/hold-edition.ts'
import { PUBLIC_CACHE, sharedHeaders } from '../cache-control.ts'
import type { AppContext } from '../context.ts'
import { OPEN_TO_ALL } from '../cross-origin.ts'
import { minuteOf, readAnswer, valueAnswered } from '../read-answer.ts'

/** By these open pages hear of a new edition, and whether the database is out of reach: that no cache is told. */
const TELLS_FRESHNESS: ReadonlySet<ReadPath> = new Set(['/api/edition', '/api/global'])

/** What was typed is without number: nobody else asks for it again. */
const OF_ONE_READER: ReadonlySet<ReadPath> = new Set(['/api/ip-lookup'])

export interface ReadAsked<P extends ReadPath = ReadPath> {
  path: P
  input: ReadInput<P>
  /** Its canonical address. */
  key: string
}

/** A public read as an answer: a pure function of the edition, the request and, for some, the time. */
export async function makeRead(
  { config }: Pick<AppContext, 'config'>,
  held: Held,
  { path, input, key }: ReadAsked,
  now: Date,
): Promise<Computed> {
  const { outcome, expiresAt } = readAnswer(held, config, { path, input, minute: minuteOf(now) })
  const value = valueAnswered(outcome)
  const { cloud, id } = input as { cloud?: string; id?: number }
  const answer = await makeAnswer({
    headers: {
      'content-type': 'application/json; charset=utf-8',
      // What is for one user never comes from here, and browsers send no cookies along to what is open to all.
      ...OPEN_TO_ALL,
      ...(OF_ONE_READER.has(path)
        ? { 'cache-control': PUBLIC_CACHE }
        : sharedHeaders(config, {
            edition: held.edition,
            isTurning: expiresAt !== undefined || held.staleSince !== null || TELLS_FRESHNESS.has(path),
            cloud,
            record: id,
          })),
      // Whoever is signed in is told more: a cache must not hand them what all others get.
      ...(PERSONAL_READS.has(path) && { vary: 'Accept-Encoding, Cookie' }),
    },
    body: JSON.stringify(value),
    expiresAt,
  })
  return { answer, key: OF_ONE_READER.has(path) ? undefined : key }
}

/** Known parameters only, in the contract's order: whatever else a URL carries makes no new answer. */
export function readAsked<P extends ReadPath>(path: P, given: Record<string, unknown>): ReadAsked<P> {
  const { params, query } = publicReads[path]
  const input: Record<string, unknown> = {}
  for (const name of [...Object.keys(params.properties), ...Object.keys(query.properties)]) {
    if (given[name] !== undefined) input[name] = canonicalValue(given[name])
  }
  const address = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const search = new URLSearchParams(
    Object.keys(query.properties).flatMap((name) =>
      [input[name] ?? []].flat().map((value) => [name, String(value)]),
    ),
  )
  return { path, input: input as ReadInput<P>, key: search.size === 0 ? address : `${address}?${search}` }
}

/** A list means the same in any order and however often a member is named. */
function canonicalValue(value: unknown) {
  return Array.isArray(value) ? [...new Set(value as number[])].sort((a, b) => a - b) : value
}
