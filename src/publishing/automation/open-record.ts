import type { Kysely } from 'kysely'
import { readThings } from '../../db/choices.ts'
import type { DB } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Actor } from '../../domain/actor.ts'
import type { ApprovalPass } from '../../domain/newsroom/approval.ts'
import { type CloudLimit, isInsideLimit, type MayEdit } from '../../domain/newsroom/may-edit.ts'
import type { RecordContent } from '../../domain/newsroom/record-content.ts'
import { requestApproval } from '../approval/ask-approval.ts'
import { type OutsideLimit, outsideLimit } from '../records/about-limit.ts'
import { createRecord } from '../records/create-record.ts'
import { publishDraft } from '../records/publish-draft.ts'
import {
  contentOfFields,
  type ErrorsOfFields,
  errorsForPrograms,
  type GivenFields,
} from './content-of-fields.ts'
import { orTakeBack, TakenBack } from './take-back.ts'

interface Opening {
  beginning: RecordContent
  given: GivenFields
  publishes: boolean
  notifies: boolean
  /** Text of a monitoring system. Braces in it aren't placeholders. */
  isRelayed?: boolean
  actor: Actor
  limit: CloudLimit
  pass: ApprovalPass | undefined
  now: Date
  key: string
}

export type OpenOutcome =
  | {
      kind: 'opened'
      recordId: number
      isWaiting?: boolean
    }
  | { kind: 'wrong'; errors: ErrorsOfFields }
  | OutsideLimit

/** If the record can't be published, no draft is left behind. */
export function openRecord(db: Kysely<DB>, opening: Opening): Promise<OpenOutcome> {
  const { beginning, given, publishes, notifies, isRelayed = false, actor, limit, pass, now, key } = opening
  const mayEdit: MayEdit = (sort) => sort.kind === beginning.kind && isInsideLimit(limit, sort)
  const wrong = (errors: Readonly<Record<string, string | undefined>>) =>
    ({ kind: 'wrong', errors: errorsForPrograms(errors, beginning.kind) }) as const
  return orTakeBack<OpenOutcome>(() =>
    inTransaction(db, async (trx) => {
      const read = contentOfFields(beginning, given, await readThings(trx))
      if (read.kind === 'wrong') return read
      const { content } = read
      const created = await createRecord(trx, { content, actor, mayEdit, now, idempotencyKey: key })
      if (created.kind === 'wrong') return wrong(created.errors)
      if (created.kind === 'not-allowed') return outsideLimit(content)
      if (created.kind !== 'created') throw new Error(`A record was not created: ${created.kind}`)
      const { recordId } = created
      if (!publishes) return { kind: 'opened', recordId }

      const published = await publishDraft(trx, {
        recordId,
        actor,
        mayEdit,
        now,
        notifies,
        isRelayed,
        idempotencyKey: key,
        pass,
      })
      switch (published.kind) {
        case 'published':
        case 'nothing-new':
          return { kind: 'opened', recordId }
        case 'wrong':
          throw new TakenBack(wrong(published.errors))
        case 'needs-approval': {
          const act = {
            act: 'publish',
            notifies,
            is_correction: false,
            is_urgent: false,
            ...(isRelayed && { is_relayed: true }),
          } as const
          await requestApproval(trx, { recordId, act, note: '', actor, now })
          return { kind: 'opened', recordId, isWaiting: true }
        }
        case 'no-such-record':
        case 'not-allowed':
        case 'conflict':
        case 'key-of-another-record':
        case 'key-of-another-step':
          throw new Error(`A new record was not published: ${published.kind}`)
      }
    }),
  )
}
