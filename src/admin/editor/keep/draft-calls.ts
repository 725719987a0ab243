import type { RecordContent } from '../../../contract/admin/record-content.ts'
import { retryDelayMs } from '../../../domain/retry-delay.ts'
import { callAccount } from '../../../ui/account/call-account.ts'
import type { DraftCalls } from './draft-state.ts'
import { dropLocalCopy, holdLocalCopy } from './local-copy.ts'

export function makeDraftCalls({ uid, kind }: { uid: number; kind: RecordContent['kind'] }): DraftCalls {
  return {
    begin: (content, key) => callAccount('POST /api/admin/records', { content, idempotency_key: key }),
    save: (id, { version, content }) =>
      callAccount('POST /api/admin/records/:id/draft', { id, version, content }),
    read: (id) => callAccount('GET /api/admin/records/:id', { id }),
    hold: (copy) => holdLocalCopy(uid, copy),
    letGo: (id) => dropLocalCopy({ uid, id, kind }),
    now: () => new Date(),
    newKey,
  }
}

/** Idempotency key for retries. `crypto.randomUUID` is missing on sites without https. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 60_000

export function retryPauseMs(failuresBefore: number): number {
  return retryDelayMs({ attempts: failuresBefore + 1, firstMs: FIRST_RETRY_MS, longestMs: LONGEST_RETRY_MS })
}

export function isPassing(status: number): boolean {
  return status === 0 || status >= 500 || status === 429 || status === 408
}
