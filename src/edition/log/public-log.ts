import { createPublicKey, sign } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Vault } from '../../db/at-rest/vault.ts'
import type { DB } from '../../db/database.ts'
import { readCosignatures } from '../../db/log/cosignatures.ts'
import { openLogKey, readFaces, readTile } from '../../db/log/read-log.ts'
import { within } from '../../db/within.ts'
import {
  checkpointText,
  type NoteSignature,
  noteText,
  type VerifierKey,
  verifierKeyText,
} from '../../domain/log/checkpoint.ts'
import { logHost } from '../../domain/log/log-entry.ts'
import { tileAt } from '../../domain/log/tiles.ts'
import type { EditionLog } from '../edition.ts'
import { makePrivateKey, readSigningKey, type SigningKey } from '../file/edition-keys.ts'
import { keyOfLog } from './log-key.ts'

/** Signing more often would only burden witnesses. */
const SIGN_EVERY_MS = 1_000

/** While witnesses are expected to answer, and while they don't. */
const COSIGNED_WITHIN_MS = 10_000
const LOOK_AGAIN_MS = 30_000
const COSIGNATURES_WITHIN_MS = 2_000
/** Long for a few rows by key, but pages wait for their turn behind this request. */
export const READ_WITHIN_MS = 5_000

export interface SignedCheckpoint {
  note: string
  id: string
  size: number
  /** When there may be a newer one for the same edition, in ms. */
  until?: number
}

export interface PublicLog {
  /** Undefined if the log hasn't begun. Rejects if its key can't be read. */
  checkpoint(log: EditionLog): Promise<SignedCheckpoint | undefined>
  /** A tile or a face, by its path below `/log/`. Undefined if there is none. Rejects if it can't be asked. */
  file(path: string): Promise<Buffer | undefined>
}

export function logFileAt(
  path: string,
):
  | { kind: 'tile'; log: string; tile: NonNullable<ReturnType<typeof tileAt>> }
  | { kind: 'face'; hash: string }
  | undefined {
  const [, hash] = /^faces\/([0-9a-f]{64})$/.exec(path) ?? []
  if (hash !== undefined) return { kind: 'face', hash }
  const [, log = '', rest = ''] = /^([0-9a-f]{16})\/(tile\/.*)$/.exec(path) ?? []
  const tile = tileAt(rest)
  return tile === undefined ? undefined : { kind: 'tile', log, tile }
}

/** The same size gives the same bytes in all processes. */
export function logOfDatabase({
  db,
  vault,
  publicUrl,
  witnesses = [],
  clock,
}: {
  db: Kysely<DB>
  vault: Vault
  publicUrl: string
  witnesses?: readonly VerifierKey[]
  clock: () => Date
}): PublicLog {
  let opening: Promise<SigningKey> | undefined
  let last: { log: EditionLog; signature: NoteSignature; at: number } | undefined

  function openKey(): Promise<SigningKey> {
    opening ??= openSigningKey().catch((error) => {
      opening = undefined
      throw error
    })
    return opening
  }

  /** Another process may have made a new one since, after the old one was lost. */
  async function keyFor({ public_key }: EditionLog): Promise<SigningKey> {
    const key = await openKey()
    if (hexOfPublicKey(key) === public_key) return key
    opening = undefined
    return openKey()
  }

  async function openSigningKey(): Promise<SigningKey> {
    const pkcs8 = await openLogKey(db, vault, { make: makePrivateKey, host: logHost(publicUrl) })
    const key = readSigningKey(pkcs8)
    if (key === undefined) throw new Error('The key that the log is signed with cannot be read')
    return key
  }

  async function cosignaturesOf({ id, size }: EditionLog): Promise<NoteSignature[]> {
    if (witnesses.length === 0) return []
    // The checkpoint is signed already, so it doesn't depend on the database.
    const rows = await within(COSIGNATURES_WITHIN_MS, readCosignatures(db, id)).catch(() => [])
    return witnesses.flatMap((key) => {
      const row = rows.find((each) => each.witness === verifierKeyText(key))
      return row?.size === size ? { name: key.name, bytes: row.signature } : []
    })
  }

  return {
    async checkpoint(log) {
      if (log.size === 0) return undefined
      const now = clock().getTime()
      const isSame =
        last?.log.id === log.id && last.log.size === log.size && last.log.public_key === log.public_key
      const isTooSoon = last !== undefined && !isSame && now >= last.at && now - last.at < SIGN_EVERY_MS
      if (!isSame && !isTooSoon)
        last = { log, signature: signCheckpoint(await within(READ_WITHIN_MS, keyFor(log)), log), at: now }
      if (last === undefined) return undefined
      const { log: signed, signature, at } = last
      const cosignatures = await cosignaturesOf(signed)
      const text = textOf(signed, signature)
      const note = noteText({ text, signatures: [signature, ...cosignatures] })
      const lookAgainMs = now - at < COSIGNED_WITHIN_MS ? SIGN_EVERY_MS : LOOK_AGAIN_MS
      return {
        note,
        id: signed.id,
        size: signed.size,
        ...(isTooSoon
          ? { until: at + SIGN_EVERY_MS }
          : cosignatures.length < witnesses.length && { until: now + lookAgainMs }),
      }
    },

    async file(path) {
      const asked = logFileAt(path)
      if (asked === undefined) return undefined
      if (asked.kind === 'tile') return within(READ_WITHIN_MS, readTile(db, asked.log, asked.tile))
      const { [asked.hash]: face } = await within(READ_WITHIN_MS, readFaces(db, [asked.hash]))
      return face && Buffer.from(`${JSON.stringify(face)}\n`)
    },
  }
}

function textOf({ size, root }: EditionLog, { name }: { name: string }): string {
  return checkpointText({ origin: name, size, root: Buffer.from(root, 'hex') })
}

function hexOfPublicKey({ privateKey }: SigningKey): string {
  // The last 32 bytes of the SPKI are the key itself.
  return createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex')
}

/** Ed25519 gives the same signature each time. */
function signCheckpoint({ privateKey }: SigningKey, log: EditionLog): NoteSignature {
  const key = keyOfLog(log)
  if (key === undefined) throw new Error('The key of the log is not known yet')
  const signature = sign(null, Buffer.from(textOf(log, key)), privateKey)
  return { name: key.name, bytes: Buffer.concat([key.id, signature]) }
}
