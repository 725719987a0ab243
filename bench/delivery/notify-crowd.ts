import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { DB } from '../../src/db/database.ts'
import { actorNamed } from '../../src/domain/actor.ts'
import { publishRecord } from '../../src/publishing/publish-record.ts'
import { residentBytes } from '../process-figures.ts'
import { median } from '../statistics.ts'
import { addIncident } from './fill-subscribers.ts'
import type { MailSink } from './mail-sink.ts'

export interface Crowd {
  cloudId: number
  amount: number
}

export interface NotifyFigures {
  perSecond: number
  firstAfterMs: number
  /** Resident memory of the worker during the second half. */
  bytes: number
}

const LOOK_EVERY_MS = 50
const NOTIFIED_WITHIN_MS = 600_000

export async function notifyCrowd(
  db: Kysely<DB>,
  { crowd, sink, workerPid }: { crowd: Crowd; sink: MailSink; workerPid?: number },
): Promise<NotifyFigures> {
  await sink.forget()
  const publishedAt = await publishIncident(db, crowd, { notifies: true })
  const sizes: { taken: number; bytes: number }[] = []
  for (;;) {
    const { taken, firstAt, lastAt } = await sink.taken()
    if (workerPid !== undefined) sizes.push({ taken, bytes: residentBytes(workerPid) })
    if (taken >= crowd.amount) {
      const late = sizes.filter((size) => size.taken >= crowd.amount / 2)
      return {
        perSecond: ((taken - 1) * 1000) / (lastAt - firstAt),
        firstAfterMs: firstAt - publishedAt,
        bytes: median(late.map(({ bytes }) => bytes)),
      }
    }
    if (Date.now() - publishedAt > NOTIFIED_WITHIN_MS)
      throw new Error(`Only ${taken} of ${crowd.amount} were notified.`)
    await sleep(LOOK_EVERY_MS)
  }
}

export async function publishIncident(
  db: Kysely<DB>,
  { cloudId }: Crowd,
  { notifies }: { notifies: boolean },
): Promise<number> {
  const recordId = await addIncident(db, cloudId)
  const outcome = await publishRecord(db, {
    recordId,
    actor: actorNamed('bench'),
    now: new Date(),
    step: 'opened',
    isUrgent: true,
    notifies,
  })
  if (outcome.kind !== 'published') throw new Error(`The incident was not published: ${outcome.kind}`)
  return Date.now()
}
