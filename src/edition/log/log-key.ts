import { sha256 } from '../../db/log/append-log.ts'
import { LOG_KEY, type VerifierKey, verifierKey } from '../../domain/log/checkpoint.ts'
import { logOrigin } from '../../domain/log/log-entry.ts'
import type { EditionLog } from '../edition.ts'

/** For verifying its checkpoints. Undefined until the first start with a log. */
export function keyOfLog(log: EditionLog | null): VerifierKey | undefined {
  if (log === null || log.public_key === null || log.host === null || log.id === '') return undefined
  return verifierKey(sha256, {
    name: logOrigin(log.host, log.id),
    type: LOG_KEY,
    publicKey: Buffer.from(log.public_key, 'hex'),
  })
}
