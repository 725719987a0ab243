// A process that publishes a record, notifies its subscribers, and kills itself at a given statement.

import { readFileSync } from 'node:fs'
import pg from 'pg'
import { OPEN_VAULT } from '../../src/db/at-rest/vault.ts'
import { connect } from '../../src/db/connect.ts'
import { startDelivery } from '../../src/delivery/worker/start-delivery.ts'
import { actorNamed } from '../../src/domain/actor.ts'
import { NO_RATES } from '../../src/domain/notifying/mail-rates.ts'
import { publishRecord } from '../../src/publishing/publish-record.ts'
import type { CrashPoint } from './crash-point.ts'
import { CONNECTIONS, crashSenders, SLICE_USERS } from './crash-senders.ts'

export interface CrashTask {
  databaseUrl: string
  smtpUrl: string
  recordId: number
  idempotencyKey: string
  people: number
  point: CrashPoint
  /** A file with its clock offset in ms; a stopped process can't receive messages. */
  clockFile?: string
}

export type CrashWord = { kind: 'ready' } | { kind: 'published' } | { kind: 'done'; statements: number }

process.once('disconnect', () => process.exit())
process.once('message', (task) => void work(task as CrashTask))
report({ kind: 'ready' })

async function work(task: CrashTask) {
  const { databaseUrl, smtpUrl, recordId, idempotencyKey, people, point, clockFile } = task
  const statements = killAtStatement(point)
  const aheadMs = () => (clockFile === undefined ? 0 : Number(readFileSync(clockFile, 'utf8')))
  const clock = () => new Date(Date.now() + aheadMs())
  const { db } = connect(databaseUrl)
  await publishRecord(db, {
    recordId,
    actor: actorNamed('trust_admin'),
    now: clock(),
    step: 'opened',
    isUrgent: false,
    notifies: true,
    idempotencyKey,
  })
  report({ kind: 'published' })

  let sent = 0
  startDelivery({
    db,
    vault: OPEN_VAULT,
    url: databaseUrl,
    senders: await crashSenders(db, { smtpUrl, clock }),
    mailConnections: CONNECTIONS,
    sliceUsers: SLICE_USERS,
    rates: NO_RATES,
    clock,
    onEvent: (event) => {
      if (event.kind === 'settled' && event.became === 'sent') sent += event.count
      if (sent === people) report({ kind: 'done', statements: statements.count })
    },
  })
}

function killAtStatement(point: CrashPoint) {
  const statements = { count: 0 }
  const query = pg.Client.prototype.query as (...of: unknown[]) => Promise<unknown>
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...of: unknown[]) {
      statements.count += 1
      const isHere = point.kind === 'statement' && point.count === statements.count
      if (isHere && point.when === 'before') die()
      const answer = query.apply(this, of)
      if (isHere && point.when === 'during') setImmediate(die)
      if (isHere && point.when === 'after') answer.then(die, die)
      return answer
    },
  })
  return statements
}

function die() {
  process.kill(process.pid, 'SIGKILL')
}

function report(word: CrashWord) {
  process.send?.(word)
}
