import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { findPublications } from '../../db/publications.ts'
import { type PublishedRecords, publishedRecordsSince } from '../../db/published-records.ts'
import type { Publication } from '../../domain/notifying/publication.ts'
import { orTakeBack, TakenBack } from '../automation/take-back.ts'
import { type PostingUpdate, postUpdate } from './post-update.ts'
import type { StepRefusal } from './step-outcome.ts'

export type LookAtUpdateOutcome =
  | { kind: 'seen'; rows: PublishedRecords; publication: Publication }
  | StepRefusal

/** Other publications wait meanwhile, so it reads only this record. */
export function lookAtUpdate(db: Kysely<DB>, posting: PostingUpdate): Promise<LookAtUpdateOutcome> {
  return orTakeBack(() =>
    inTransaction(db, async (trx): Promise<LookAtUpdateOutcome> => {
      const outcome = await postUpdate(trx, posting)
      if (outcome.kind !== 'done') throw new TakenBack<LookAtUpdateOutcome>(outcome)
      const rows = await publishedRecordsSince(trx, outcome.edition - 1)
      const [publication] = await findPublications(trx, [outcome.publicationId])
      if (publication === undefined) throw new Error('The publication of this transaction is missing')
      throw new TakenBack<LookAtUpdateOutcome>({
        kind: 'seen',
        rows,
        publication: { ...publication, edition: null },
      })
    }),
  )
}
