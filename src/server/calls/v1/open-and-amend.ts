import type { V1Record } from '../../../contract/v1/record.ts'
import type { V1CallName } from '../../../contract/v1/v1-calls.ts'
import { emptyContent } from '../../../domain/newsroom/empty-content.ts'
import { mayReadAsProgram } from '../../../domain/newsroom/may-edit.ts'
import { placeholdersIn, unfilledWords } from '../../../domain/newsroom/placeholders.ts'
import type { NotificationType } from '../../../domain/notification-type.ts'
import type { RecordKind } from '../../../domain/record.ts'
import { amendRecord } from '../../../publishing/automation/amend-record.ts'
import type { GivenFields } from '../../../publishing/automation/content-of-fields.ts'
import { openRecord } from '../../../publishing/automation/open-record.ts'
import type { OutsideLimit } from '../../../publishing/records/about-limit.ts'
import { findReach } from '../../../publishing/records/about-record.ts'
import { Fault } from '../../http/faults.ts'
import { wrongFields } from '../asked.ts'
import { limitFault } from '../limit-fault.ts'
import { askedByPeople, noSuchRecord } from '../record-faults.ts'
import { accepted, passOf, recordForProgram, type V1Asked } from './v1-asked.ts'

type Asked = Pick<V1Asked<V1CallName>, 'context' | 'token' | 'actor' | 'now' | 'key' | 'request'>
type Notifying = { publish?: boolean; notify?: boolean }

export async function open(
  asked: Asked,
  kind: RecordKind,
  { publish, notify, ...given }: GivenFields & Notifying & { notification_type?: NotificationType },
): Promise<{ data: V1Record }> {
  if (publish !== false) mustBeFilled(given)
  const { context, token, actor, now, key } = asked
  const { limit } = token
  const opened = await openRecord(context.newsroom.db, {
    beginning: emptyContent({ kind, notificationType: given.notification_type ?? null }),
    given,
    publishes: publish ?? true,
    notifies: notify ?? true,
    actor,
    limit,
    pass: passOf(token),
    now,
    key,
  })
  if (opened.kind === 'outside-limit') throw await outsideLimitFault(asked, opened)
  if (opened.kind === 'wrong') throw wrongFields(opened.errors)
  const answer = await recordForProgram(asked, { id: opened.recordId })
  return opened.isWaiting ? accepted(answer) : answer
}

export async function amend(
  asked: Asked,
  kind: RecordKind,
  { id, version, publish, notify, ...given }: GivenFields & Notifying & { id: number; version?: number },
): Promise<{ data: V1Record }> {
  if (publish !== false) mustBeFilled(given)
  const { context, token, actor, now, key, request } = asked
  const { limit } = token
  const amended = await amendRecord(context.newsroom.db, {
    recordId: id,
    kind,
    version: version ?? versionOfHeader(request.headers['if-match']),
    given,
    publishes: publish,
    notifies: notify,
    actor,
    limit,
    pass: passOf(token),
    now,
    key,
  })
  switch (amended.kind) {
    case 'amended': {
      const answer = await recordForProgram(asked, { id })
      return amended.isWaiting ? accepted(answer) : answer
    }
    case 'scheduled-with-approval':
      throw new Fault('conflict', {
        message:
          'This is scheduled and needs approval, so programs can’t change it. Ask people to do it, or use a token with the scope "approval:skip".',
      })
    case 'no-such-record':
      throw (await outsideLimitOfRecord(asked, { id })) ?? noSuchRecord(id, kind)
    case 'outside-limit':
      throw await outsideLimitFault(asked, amended)
    case 'conflict':
      throw new Fault('conflict')
    case 'typed-by-staff':
      throw new Fault('conflict', {
        message:
          'People have edited this and not published it yet. Read the record, then send its "version" with your change, or leave it to them.',
      })
    case 'edited-since-scheduled':
      throw new Fault('conflict', {
        message:
          'People have scheduled this and edited it since, so your change would not go out with it. Ask them to schedule it again with their edits, then send your change.',
      })
    case 'asked-by-people':
      throw askedByPeople()
    case 'wrong':
      throw wrongFields(amended.errors)
  }
}

export async function outsideLimitFault(
  { context, token: { limit } }: Pick<Asked, 'context' | 'token'>,
  { about }: OutsideLimit,
): Promise<Fault> {
  return (await limitFault(context, { who: 'token', limit, content: about })) ?? new Fault('not-allowed')
}

/** Published records only, because everyone can see those. Any other record doesn't exist for this token. */
export async function outsideLimitOfRecord(
  { context, token: { limit } }: Pick<Asked, 'context' | 'token'>,
  { id }: { id: number },
): Promise<Fault | undefined> {
  const reach = await findReach(context.newsroom.db, { recordId: id, mayRead: mayReadAsProgram(limit) })
  return reach === 'published' ? limitFault(context, { who: 'token', limit, recordId: id }) : undefined
}

/** Readers must never see a template's placeholders. A draft may contain them, for staff to fill in. */
function mustBeFilled({ internal_note: _, ...given }: GivenFields) {
  const errors = Object.entries(given).flatMap(([field, value]) => {
    const [name] = placeholdersIn(value)
    return name === undefined ? [] : [[field, unfilledWords(name)] as const]
  })
  if (errors.length > 0) throw wrongFields(Object.fromEntries(errors))
}

export function versionOfHeader(header: string | undefined): number | undefined {
  if (header === undefined || header === '*') return undefined
  const [, version] = /^(?:W\/)?"(\d{1,9})"$/.exec(header) ?? []
  // An unknown ETag can't match the current record.
  if (version === undefined) throw new Fault('conflict')
  return Number(version)
}
