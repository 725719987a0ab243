import type { Kysely } from 'kysely'
import type { DB } from '../src/db/database.ts'
import { actorNamed } from '../src/domain/actor.ts'
import { publishRecord } from '../src/publishing/publish-record.ts'

export interface Subject {
  id: number
  path: string
  statusId: number
}

export async function findSubject(db: Kysely<DB>): Promise<Subject> {
  const [subject] = await findSubjects(db, { isOpen: true, limit: 1 })
  if (subject === undefined) throw new Error('There is no open incident.')
  return subject
}

export async function findSubjects(
  db: Kysely<DB>,
  { isOpen, limit }: { isOpen: boolean; limit: number },
): Promise<Subject[]> {
  const records = await db
    .selectFrom('records')
    .innerJoin('record_clouds', 'record_clouds.record_id', 'records.id')
    .innerJoin('clouds', 'clouds.id', 'record_clouds.cloud_id')
    .where('records.kind', '=', 'incident')
    .where('records.state', '=', 'published')
    .where('records.closed_on', isOpen ? 'is' : 'is not', null)
    .where('records.redirect', 'is', null)
    .select(['records.id', 'records.status_id', 'clouds.domain'])
    .orderBy('records.from_time', 'desc')
    .orderBy('records.id')
    .limit(limit)
    .execute()
  return records.map(({ id, status_id, domain }) => ({
    id,
    statusId: status_id,
    path: `/${domain}/posts/${id}`,
  }))
}

export interface Published {
  edition: number
  committedAt: number
}

export async function publishUpdate(db: Kysely<DB>, subject: Subject, mark: string): Promise<Published> {
  const now = new Date()
  await db
    .insertInto('record_updates')
    .values({ record_id: subject.id, posted_on: now, status_id: subject.statusId, body: `<p>${mark}</p>` })
    .execute()
  const outcome = await publishRecord(db, {
    recordId: subject.id,
    actor: actorNamed('bench'),
    now,
    step: 'updated',
    isUrgent: false,
    notifies: false,
  })
  if (outcome.kind !== 'published') throw new Error('The record to publish is gone.')
  return { edition: outcome.edition, committedAt: performance.now() }
}
