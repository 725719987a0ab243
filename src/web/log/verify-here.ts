import { canVerify } from '../../domain/log/log-crypto.ts'
import { type GetBytes, Mismatch, NotComparable } from '../../domain/log/read-site-log.ts'
import { NewLog, type SeenLog } from '../../domain/log/seen-log.ts'
import { verifySite } from '../../domain/log/verify-site.ts'
import { readStored, store } from '../../ui/parts/device-storage.ts'
import { type PostToVerify, verifyPost } from './verify-post.ts'

/* Loaded when a reader verifies something. */

export type VerifyOutcome =
  | { kind: 'verified'; sentence: string }
  /** `isNewLog`: the reader may accept that a new log has begun. */
  | { kind: 'wrong'; sentence: string; isNewLog: boolean }
  /** Nothing seems wrong, but it could not be verified here or now. */
  | { kind: 'unable'; sentence: string }

/** Needs no consent: by verifying, the reader asks the site to be consistent from visit to visit. */
const SEEN_NAME = 'candor-log'

export function verifyPostHere(
  post: Pick<PostToVerify, 'shown' | 'path' | 'entry' | 'mayBeNew' | 'onStep'>,
): Promise<VerifyOutcome> {
  return outcomeOf(async () => {
    remember(await verifyPost({ ...post, ...readerHere(), seen: seenHere(), now: new Date() }))
    return 'Verified: this post matches the public log.'
  })
}

/** The same as `candor verify`. */
export function verifySiteHere({ mayBeNew }: { mayBeNew: boolean }): Promise<VerifyOutcome> {
  return outcomeOf(async () => {
    const site = { ...readerHere(), seen: seenHere(), mayBeNew, isWhole: false, now: new Date() }
    const { seen, records, withdrawn, redacted, before, newLog } = await verifySite(site)
    remember(seen)
    const grown =
      newLog ??
      (before === undefined
        ? 'This device hasn’t seen the log before and will remember it from now on.'
        : before === seen.size
          ? 'It hasn’t changed since this device last checked it.'
          : `Since this device last checked it, it has only grown, by ${count(seen.size - before)} ${seen.size - before === 1 ? 'entry' : 'entries'}.`)
    return `Verified: the log has ${count(seen.size)} entries. ${grown} ${count(records)} posts on the site match the log. Withdrawn: ${count(withdrawn)}. Redacted versions: ${count(redacted)}.`
  })
}

async function outcomeOf(verify: () => Promise<string>): Promise<VerifyOutcome> {
  if (!(await canVerify()))
    return {
      kind: 'unable',
      sentence: window.isSecureContext
        ? 'This browser can’t verify Ed25519 signatures. Use a newer one, or the command “candor verify”.'
        : 'Browsers verify signatures only on pages with HTTPS. Use the command “candor verify”.',
    }
  try {
    return { kind: 'verified', sentence: await verify() }
  } catch (error) {
    if (error instanceof NotComparable) return { kind: 'unable', sentence: error.message }
    if (error instanceof Mismatch)
      return { kind: 'wrong', sentence: error.message, isNewLog: error instanceof NewLog }
    throw error
  }
}

const TIMEOUT_MS = 30_000
const NOT_FOUND = 404

function readerHere() {
  const editions = new Map<string, number>()
  const get: GetBytes = async (path) => {
    const response = await fetch(path, { cache: 'no-cache', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
      () => undefined,
    )
    const edition = response?.headers.get('candor-edition')
    if (edition !== null && edition !== undefined) editions.set(path, Number(edition))
    if (response?.status === NOT_FOUND) return undefined
    if (response?.ok !== true)
      throw new NotComparable('The site can’t be reached now, so nothing was verified. Try again later.')
    return new Uint8Array(await response.arrayBuffer())
  }
  return {
    get,
    editionAt: (path: string) => editions.get(path),
    pause: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
  }
}

function seenHere(): SeenLog | undefined {
  try {
    const seen = JSON.parse(readStored(SEEN_NAME) ?? '') as SeenLog
    return typeof seen.size === 'number' && typeof seen.root === 'string' ? seen : undefined
  } catch {
    return undefined
  }
}

/** Another tab may have seen more of the same log. */
function remember(seen: SeenLog) {
  const other = seenHere()
  if (other?.origin === seen.origin && other.size > seen.size) return
  store(SEEN_NAME, JSON.stringify(seen))
}

function count(number: number): string {
  return number.toLocaleString('en-US')
}
