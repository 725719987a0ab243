import type { RecordContent } from '../../../contract/admin/record-content.ts'
import { callAccount } from '../../../ui/account/call-account.ts'
import type { Keeping } from './keeping.ts'
import { dropLocalCopy, holdLocalCopy } from './local-copy.ts'
import { newKey } from './new-key.ts'

/** The site, and this browser. */
export function serverKeeping(kind: RecordContent['kind']): Keeping {
  return {
    begin: (content, key) => callAccount('POST /api/admin/records', { content, idempotency_key: key }),
    save: (id, { version, content }) =>
      callAccount('POST /api/admin/records/:id/draft', { id, version, content }),
    read: (id) => callAccount('GET /api/admin/records/:id', { id }),
    hold: holdLocalCopy,
    letGo: (id) => dropLocalCopy(id, kind),
    now: () => new Date(),
    newKey,
  }
}
