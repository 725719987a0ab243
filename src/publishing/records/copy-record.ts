import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { readContent } from '../../db/record-content.ts'
import { findDraft } from '../../db/record-drafts.ts'
import type { Actor } from '../../domain/actor.ts'
import type { MayEdit } from '../../domain/newsroom/may-edit.ts'
import { copyContent } from './copy-content.ts'
import { type CreateOutcome, createRecord } from './create-record.ts'

export async function copyRecord(
  db: Kysely<DB>,
  { recordId, ...by }: { recordId: number; actor: Actor; mayEdit: MayEdit; now: Date },
): Promise<CreateOutcome> {
  const standing = await readContent(db, recordId)
  if (standing === undefined) return { kind: 'no-such-record' }
  const content = (await findDraft(db, recordId))?.content ?? standing
  return createRecord(db, { ...by, content: copyContent(content) })
}
