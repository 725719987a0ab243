import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { insertAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import { insertImage } from '../../db/images.ts'
import type { Actor } from '../../domain/actor.ts'
import {
  type AttachmentType,
  attachmentName,
  attachmentTypeOf,
  storedFile,
} from '../../domain/images/attachment-name.ts'

export type KeepAttachmentOutcome =
  | { kind: 'kept'; href: string; name: string; bytes: number }
  | { kind: 'refused'; sentence: string }

/**
 * Stores a document for texts to link to, byte for byte, so that its signature or checksum stays valid. Its content must
 * be what its name says.
 */
export async function keepAttachment(
  db: Kysely<DB>,
  { fileName, file, actor, now }: { fileName: string; file: Buffer; actor: Actor; now: Date },
): Promise<KeepAttachmentOutcome> {
  const type = attachmentTypeOf(fileName)
  if (type === undefined) return refusedAttachment('Only PDF, TXT and CSV files can be attached.')
  const objection = objectionTo(file, type)
  if (objection !== undefined) return refusedAttachment(objection)
  const digest = createHash('sha256').update(file).digest('hex').slice(0, 32)
  const name = attachmentName({ digest, title: fileName.slice(0, fileName.lastIndexOf('.')), type })
  const stored = storedFile(name)
  if (stored?.savedAs === undefined) throw new Error(`${name} is not the name of an attachment.`)
  await db.transaction().execute(async (trx) => {
    await insertImage(trx, { name, bytes: file, at: now, by: actor.userId })
    await insertAudit(trx, {
      at: now,
      actor,
      action: 'create',
      entity: 'attachment',
      entityId: name,
      before: null,
      after: { bytes: file.length },
    })
  })
  return { kind: 'kept', href: stored.path, name: stored.savedAs, bytes: file.length }
}

function objectionTo(file: Buffer, type: AttachmentType): string | undefined {
  if (file.length === 0) return 'This file is empty.'
  if (type === 'pdf') {
    return file.subarray(0, 5).toString('latin1') === '%PDF-' ? undefined : 'This file is not a PDF.'
  }
  return isPlainText(file)
    ? undefined
    : 'This file is not plain text in UTF-8. Save it as UTF-8 and try again.'
}

function isPlainText(file: Buffer): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(file)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: binary files have them.
    return !/[\u0000-\u0008\u000e-\u001f]/.test(text)
  } catch {
    return false
  }
}

function refusedAttachment(sentence: string): KeepAttachmentOutcome {
  return { kind: 'refused', sentence }
}
