import type { WhereAnswer } from '../../contract/ip-ranges.ts'
import { WHERE_PATH } from '../../domain/ip-ranges/ip-ranges-query.ts'

const TIMEOUT_MS = 10_000

export async function askWhere(cloud: string, leaving?: AbortSignal): Promise<WhereAnswer> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(`${WHERE_PATH}?${new URLSearchParams({ cloud })}`, {
    headers: { accept: 'application/json' },
    priority: 'low',
    signal: leaving === undefined ? timeout : AbortSignal.any([timeout, leaving]),
  })
  if (!response.ok) throw new Error(`Status ${response.status}`)
  return (await response.json()) as WhereAnswer
}

let early: { cloud: string; answer: Promise<WhereAnswer> } | undefined

/** The boot script asks first, and React doesn't ask again. */
export function askWhereEarly(cloud: string): Promise<WhereAnswer> {
  const answer = askWhere(cloud)
  early = { cloud, answer }
  return answer
}

export function takeEarlyWhere(cloud: string): Promise<WhereAnswer> | undefined {
  const taken = early
  early = undefined
  return taken?.cloud === cloud ? taken.answer : undefined
}
