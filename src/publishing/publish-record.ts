import type { Kysely, Transaction } from 'kysely'
import { auditInsert } from '../db/audit.ts'
import type { DB } from '../db/database.ts'
import { raiseEdition } from '../db/edition.ts'
import {
  findLastPublication,
  findPublicationByKey,
  findSilentEnd,
  findWindowNotified,
  insertPublication,
  type PublicationSnapshot,
  snapshotRecord,
} from '../db/publications.ts'
import { insertChange } from '../db/record-updates.ts'
import { lockRecord, lockUpdates, markPublished, writeRecordBody, writeUpdateBody } from '../db/records.ts'
import type { Actor } from '../domain/actor.ts'
import type { LogAct } from '../domain/log/log-entry.ts'
import type { ApprovalPass } from '../domain/newsroom/approval.ts'
import { isMoved } from '../domain/notifying/is-notified.ts'
import type { PublicationContent, PublicationStep } from '../domain/notifying/publication.ts'
import type { PlaceKind } from '../domain/place-address.ts'
import {
  changeBetween,
  linesOfChange,
  type PlaceNames,
  type PublicState,
  type RecordChange,
} from '../domain/record-changes.ts'
import { askGate, noteWithout, passForAudit } from './approval/gate.ts'
import { sanitizeHtml } from './sanitize-html.ts'

export interface Publishing {
  recordId: number
  actor: Actor
  now: Date
  step: PublicationStep
  /**
   * The update that messages quote. Absent: the newest one, or none if the record itself is the news, as when it is
   * opened. Null: none.
   */
  updateId?: number | null
  isUrgent: boolean
  /** False: on the site only, without notifying subscribers. */
  notifies: boolean
  madeOn?: Date
  /** Sent instead of the record, to everyone who was notified of it before. */
  postMortem?: NonNullable<PublicationContent['post_mortem']>
  /** What readers knew before, for records without an earlier publication, such as imported ones. */
  stateBefore?: PublicState
  idempotencyKey?: string
  pass?: ApprovalPass | undefined
  /** For the audit log; `publish` by default. */
  action?: string
  /** The action for the gate, if another: a draft that only follows events of a live incident is like an update. */
  gateAs?: string | undefined
  changes?: { before: Record<string, unknown>; after: Record<string, unknown> }
}

export type PublishOutcome =
  | { kind: 'published'; edition: number; publicationId: number }
  | { kind: 'no-such-record' }
  | { kind: 'no-such-update' }
  | { kind: 'key-of-another-record'; recordId: number }
  | { kind: 'nothing-left-of-update'; updateId: number }

export function publishRecord(db: Kysely<DB>, publishing: Publishing): Promise<PublishOutcome> {
  return db.transaction().execute((trx) => publishInTransaction(trx, publishing))
}

/**
 * The same within a transaction that has already changed the record. It locks the edition row, which every other
 * publication waits for, so do little afterward. If the outcome isn't `published`, nothing was written.
 */
export async function publishInTransaction(
  trx: Transaction<DB>,
  publishing: Publishing,
): Promise<PublishOutcome> {
  const prepared = await preparePublication(trx, publishing)
  if (prepared.kind !== 'prepared') return prepared
  let publicationId = 0
  const edition = await raiseEdition(trx, { at: publishing.now, changes: 'records' }, async (number) => ({
    records: new Map([[publishing.recordId, prepared.act]]),
    mark: prepared.mark(number),
    meanwhile: async () => {
      publicationId = await prepared.note(number)
    },
    audit: prepared.audit(number),
  }))
  return { kind: 'published', edition, publicationId }
}

export async function publishTogether(
  trx: Transaction<DB>,
  publishings: readonly Publishing[],
): Promise<number | undefined> {
  const [first] = publishings
  if (first === undefined) return undefined
  const prepared: PreparedPublication[] = []
  for (const publishing of publishings) {
    const outcome = await preparePublication(trx, publishing)
    if (outcome.kind !== 'prepared')
      throw new Error(`Record ${publishing.recordId} was not published: ${outcome.kind}`)
    prepared.push(outcome)
  }
  // Only from here on do other publications wait.
  return raiseEdition(trx, { at: first.now, changes: 'records' }, async (edition) => {
    for (const { mark } of prepared) await mark(edition).execute()
    return {
      records: new Map(prepared.map(({ act }, at) => [publishings[at]?.recordId ?? 0, act])),
      meanwhile: async () => {
        for (const { note, audit } of prepared) {
          await note(edition)
          await audit(edition).execute()
        }
      },
    }
  })
}

interface PreparedPublication {
  kind: 'prepared'
  act: LogAct
  mark: (edition: number) => ReturnType<typeof markPublished>
  note: (edition: number) => Promise<number>
  audit: (edition: number) => ReturnType<typeof auditInsert>
}

async function preparePublication(
  trx: Transaction<DB>,
  publishing: Publishing,
): Promise<PreparedPublication | PublishOutcome> {
  const { recordId: id, actor, now, isUrgent, notifies, idempotencyKey, postMortem } = publishing
  const record = await lockRecord(trx, id)
  if (record === undefined) return { kind: 'no-such-record' }
  const earlier = idempotencyKey === undefined ? undefined : await findPublicationByKey(trx, idempotencyKey)
  if (earlier?.record_id === id)
    return { kind: 'published', edition: earlier.edition, publicationId: earlier.id }
  if (earlier !== undefined) return { kind: 'key-of-another-record', recordId: earlier.record_id }

  const bodies = { body: record.body, updates: await lockUpdates(trx, id) }
  const updateId = updateOfMessage(publishing, bodies.updates)
  if (updateId === undefined) return { kind: 'no-such-update' }
  const unclean = uncleanBodies(bodies)
  const emptied = unclean.updates.find(({ body }) => body === '')
  if (emptied !== undefined) return { kind: 'nothing-left-of-update', updateId: emptied.id }

  const cleaned = await writeClean(trx, id, unclean)
  const before = await findLastPublication(trx, id)
  const { action = 'publish', changes, pass } = publishing
  const gate = await askGate(trx, {
    recordId: id,
    kind: record.kind,
    action: publishing.gateAs ?? action,
    pass,
    clouds: before?.content.clouds.map((cloud) => cloud.id),
  })
  // Callers ask first, so this is a bug. Roll back.
  if (gate === 'needs-approval') throw new Error(`Record ${id} was not published: it needs approval`)
  const snapshot = await snapshotRecord(trx, { recordId: id, updateId, at: now })
  const step = await stepOfMessage(trx, publishing, snapshot)
  const windowBefore = record.kind === 'maintenance' ? await findWindowNotified(trx, id) : undefined
  const stateThen = publicStateBefore(publishing, before)
  // A correction says how it was all along, and a post-mortem changes nothing about it.
  const isNews = publishing.step !== 'corrected' && publishing.step !== 'post_mortem'
  const change =
    isNews && stateThen ? changeBetween(record.kind, stateThen, stateIn(record, snapshot)) : undefined
  if (change !== undefined) {
    const { updateId: carriedBy = null, madeOn = now } = publishing
    await insertChange(trx, { ...change, record_id: id, update_id: carriedBy, made_on: madeOn })
  }
  async function note(edition: number): Promise<number> {
    const publicationId = await insertPublication(trx, {
      ...snapshot,
      content: {
        ...snapshot.content,
        ...(postMortem && { post_mortem: postMortem }),
        ...(windowBefore && { window_before: windowBefore }),
        ...(isMoved(step, { now: snapshot.content, before: windowBefore }) && { is_moved: true as const }),
        ...(change && {
          changes: linesOfChange(snapshot.kind, change, namesIn(change, snapshot.content, before?.content)),
        }),
      },
      record_id: id,
      step,
      edition,
      is_urgent: isUrgent,
      notifies,
      idempotency_key: idempotencyKey ?? null,
      created_at: now,
    })
    if (gate === 'without' && pass !== undefined && record !== undefined)
      await noteWithout(trx, { recordId: id, version: record.version, action, pass, actor, now })
    return publicationId
  }
  const audit = (edition: number) =>
    auditInsert(trx, {
      at: now,
      actor,
      action,
      entity: 'record',
      entityId: id,
      before: { state: record.state, ...changes?.before },
      after: {
        state: 'published',
        edition,
        ...changes?.after,
        ...(cleaned.length > 0 && { cleaned }),
        ...(gate !== 'open' || pass?.kind === 'approved' ? passForAudit(pass) : {}),
      },
    })
  const act = actOf(publishing, { wasWithdrawn: before !== undefined && record.state !== 'published' })
  return {
    kind: 'prepared',
    act,
    mark: (edition) => markPublished(trx, { id, edition, at: now }),
    note,
    audit,
  }
}

function actOf({ step, action }: Publishing, { wasWithdrawn }: { wasWithdrawn: boolean }): LogAct {
  if (wasWithdrawn) return 'restored'
  return action === 'reopen' ? 'reopened' : step
}

type LastPublication = Awaited<ReturnType<typeof findLastPublication>>

function publicStateBefore({ stateBefore }: Publishing, before: LastPublication): PublicState | undefined {
  if (before === undefined) return stateBefore
  return stateIn(before, before)
}

function stateIn(
  { severity_tid }: { severity_tid: number | null },
  { content }: Pick<PublicationSnapshot, 'content'>,
): PublicState {
  const statesOf = (place: PlaceKind, places: PublicationContent['services']) =>
    places.flatMap(({ tid, severity_tid: own }) =>
      own === undefined ? [] : { place, tid, severity_tid: own },
    )
  return {
    severityTid: severity_tid,
    services: tidsOf(content.services),
    dataCenters: tidsOf(content.data_centers),
    placeStates: [...statesOf('service', content.services), ...statesOf('data-center', content.data_centers)],
  }
}

function tidsOf(places: PublicationContent['services']): number[] {
  return places.map(({ tid }) => tid).sort((a, b) => a - b)
}

async function stepOfMessage(
  trx: Transaction<DB>,
  { recordId, step, notifies }: Publishing,
  { content }: PublicationSnapshot,
): Promise<PublicationStep> {
  if (!notifies || step !== 'updated' || content.closed_on === null) return step
  return (await findSilentEnd(trx, recordId)) ?? step
}

function namesIn(
  { severity_before, severity_after, place_states }: RecordChange,
  now: PublicationContent,
  before: PublicationContent = now,
): PlaceNames {
  const named = (places: 'services' | 'data_centers') => {
    const names = new Map([...before[places], ...now[places]].map(({ tid, name }) => [tid, name]))
    return (tid: number) => names.get(tid)
  }
  const own = [before, now].flatMap(({ services, data_centers }) => [...services, ...data_centers])
  const severities = new Map<number | null, string>([
    // Places without a severity of their own have that of the record.
    ...place_states.flatMap(({ from, to }): [number | null, string][] => [
      [from, before.severity],
      [to, now.severity],
    ]),
    ...own.map(({ severity_tid = null, severity = '' }): [number | null, string] => [severity_tid, severity]),
    [severity_before, before.severity],
    [severity_after, now.severity],
  ])
  return {
    service: named('services'),
    dataCenter: named('data_centers'),
    severity: (tid) => severities.get(tid),
  }
}

interface Bodies {
  body: string
  updates: Awaited<ReturnType<typeof lockUpdates>>
}

/** Null: the record itself is the news. Undefined: the update doesn't belong to this record. */
function updateOfMessage(
  { step, updateId }: Publishing,
  updates: Bodies['updates'],
): number | null | undefined {
  if (updateId === null) return null
  if (updateId !== undefined) return updates.find(({ id }) => id === updateId)?.id
  const isBeginning = step === 'opened' || step === 'scheduled'
  if (isBeginning) return null
  const oldestFirst = updates.toSorted((a, b) => a.posted_on.getTime() - b.posted_on.getTime() || a.id - b.id)
  return oldestFirst.at(-1)?.id ?? null
}

interface CleanBodies {
  body: string | undefined
  updates: { id: number; body: string }[]
}

/** P-05: sanitizes everything that is published, no matter who wrote it. Returns only the bodies that change. */
function uncleanBodies({ body, updates }: Bodies): CleanBodies {
  const clean = sanitizeHtml(body)
  return {
    body: clean === body ? undefined : clean,
    updates: updates.flatMap((update) => {
      const clean = sanitizeHtml(update.body)
      return clean === update.body ? [] : [{ id: update.id, body: clean }]
    }),
  }
}

async function writeClean(trx: Transaction<DB>, recordId: number, { body, updates }: CleanBodies) {
  if (body !== undefined) await writeRecordBody(trx, { id: recordId, body })
  for (const update of updates) await writeUpdateBody(trx, update)
  return [...(body === undefined ? [] : ['body']), ...updates.map(({ id }) => `update ${id}`)]
}
