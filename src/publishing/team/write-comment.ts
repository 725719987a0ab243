import type { Kysely, Transaction } from 'kysely'
import { insertAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import {
  editTeamNote,
  findTeamNote,
  holdRecordOfTeam,
  insertTeamNote,
  mentionPeople,
  mentionSelf,
  removeTeamNote,
  type TeamNoteRow,
} from '../../db/team.ts'
import type { Actor } from '../../domain/actor.ts'
import type { MayRead, SortOfRecord } from '../../domain/newsroom/may-edit.ts'
import { COMMENT_CHARACTERS, MENTIONS_AT_MOST, mentionsIn } from '../../domain/newsroom/team-words.ts'
import { storable } from '../../domain/newsroom/tidy-content.ts'
import { sortOf } from '../records/edit-refusal.ts'
import { readersOf } from './read-team.ts'
import type { TeamRefusal } from './team-outcome.ts'

/** Mentions and handovers together, per recipient. Further ones are on the screen only. */
export const TEAM_MAILS_PER_HOUR = 20

export interface TeamWriting {
  recordId: number
  userId: number
  actor: Actor
  mayRead: MayRead
  now: Date
}

export type CommentOutcome = { kind: 'written' } | TeamRefusal

/** Everyone who may read drafts and internal notes of a record may comment on it. */
export async function postComment(
  db: Kysely<DB>,
  { text, key, ...of }: TeamWriting & { text: string; key: string },
): Promise<CommentOutcome> {
  return db.transaction().execute(async (trx): Promise<CommentOutcome> => {
    const opened = await openTeam(trx, of)
    if (opened.kind !== 'open') return opened
    const body = tidyText(text)
    const wrong = await wrongText(trx, { body, before: '', sort: opened.sort })
    if (wrong !== undefined) return wrong
    const { recordId, userId, now } = of
    const note = { recordId, kind: 'comment', authorId: userId, body, nextSteps: null, toId: null } as const
    const noteId = await insertTeamNote(trx, { ...note, key, now })
    // A retry: it exists already.
    if (noteId === undefined) return { kind: 'written' }
    await mention(trx, { noteId, body, userId, now })
    await auditTeam(trx, of, { action: 'comment', noteId })
    return { kind: 'written' }
  })
}

export async function editComment(
  db: Kysely<DB>,
  { noteId, text, ...of }: TeamWriting & { noteId: number; text: string },
): Promise<CommentOutcome> {
  return db.transaction().execute(async (trx): Promise<CommentOutcome> => {
    const opened = await openOwnNote(trx, { ...of, noteId })
    if (opened.kind !== 'open') return opened
    const { note, sort } = opened
    if (note.kind !== 'comment') return { kind: 'not-allowed' }
    const body = tidyText(text)
    if (body === note.body) return { kind: 'written' }
    const wrong = await wrongText(trx, { body, before: note.body, sort })
    if (wrong !== undefined) return wrong
    await editTeamNote(trx, { noteId, body, now: of.now })
    await mention(trx, { noteId, body, userId: of.userId, now: of.now })
    await auditTeam(trx, of, { action: 'edit-comment', noteId })
    return { kind: 'written' }
  })
}

/** The words are gone for good, but a trace of the note stays. */
export async function removeNote(
  db: Kysely<DB>,
  { noteId, ...of }: TeamWriting & { noteId: number },
): Promise<CommentOutcome> {
  return db.transaction().execute(async (trx): Promise<CommentOutcome> => {
    const opened = await openOwnNote(trx, { ...of, noteId })
    if (opened.kind === 'removed') return { kind: 'written' }
    if (opened.kind !== 'open') return opened
    await removeTeamNote(trx, { noteId, now: of.now })
    const action = opened.note.kind === 'comment' ? 'remove-comment' : 'remove-handover'
    await auditTeam(trx, of, { action, noteId })
    return { kind: 'written' }
  })
}

export async function openTeam(
  trx: Transaction<DB>,
  { recordId, mayRead }: Pick<TeamWriting, 'recordId' | 'mayRead'>,
) {
  const record = await holdRecordOfTeam(trx, recordId)
  if (record === undefined) return { kind: 'no-such-record' } as const
  const sort = sortOf(record)
  return mayRead(sort) ? ({ kind: 'open', record, sort } as const) : ({ kind: 'not-allowed' } as const)
}

async function openOwnNote(
  trx: Transaction<DB>,
  { noteId, ...of }: TeamWriting & { noteId: number },
): Promise<{ kind: 'open'; note: TeamNoteRow; sort: SortOfRecord } | TeamRefusal> {
  const opened = await openTeam(trx, of)
  if (opened.kind !== 'open') return opened
  const note = await findTeamNote(trx, { recordId: of.recordId, noteId })
  if (note === undefined) return { kind: 'no-such-note' }
  if (note.author_id !== of.userId) return { kind: 'not-yours' }
  return note.removed_at === null ? { kind: 'open', note, sort: opened.sort } : { kind: 'removed' }
}

/** Removes blanks around the text and at the ends of lines, and unifies line breaks. */
export function tidyText(text: string): string {
  return storable(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Mentions from before may stay, even if these people have left since. */
async function wrongText(
  trx: Transaction<DB>,
  { body, before, sort }: { body: string; before: string; sort: SortOfRecord },
): Promise<TeamRefusal | undefined> {
  const wrong = (text: string): TeamRefusal => ({ kind: 'wrong', errors: { text } })
  if (body === '') return wrong('Please write something.')
  if (body.length > COMMENT_CHARACTERS)
    return wrong(`This is too long: ${body.length} characters. At most ${COMMENT_CHARACTERS} fit.`)
  const mentioned = mentionsIn(body)
  if (mentioned.length > MENTIONS_AT_MOST)
    return wrong(`A comment can mention at most ${MENTIONS_AT_MOST} people.`)
  const added = mentioned.filter((uid) => !mentionsIn(before).includes(uid))
  if (added.length === 0) return undefined
  const readers = await readersOf(trx, sort)
  return added.every((uid) => readers.has(uid))
    ? undefined
    : wrong('One of the people you mention can’t read this record. Remove the mention.')
}

/** Only those who weren't mentioned in this comment before get a mail. */
async function mention(
  trx: Transaction<DB>,
  { noteId, body, userId, now }: { noteId: number; body: string; userId: number; now: Date },
) {
  const mentioned = mentionsIn(body)
  if (mentioned.includes(userId)) await mentionSelf(trx, { noteId, userId, now })
  const userIds = mentioned.filter((uid) => uid !== userId)
  await mentionPeople(trx, { noteId, mail: 'mentioned', userIds, mailsPerHour: TEAM_MAILS_PER_HOUR, now })
}

/** Without the words: the audit log can't be changed, and authors may remove what they wrote. */
export function auditTeam(
  trx: Transaction<DB>,
  { recordId, actor, now }: Pick<TeamWriting, 'recordId' | 'actor' | 'now'>,
  { action, noteId, ...rest }: { action: string; noteId: number; to?: number | null },
) {
  return insertAudit(trx, {
    at: now,
    actor,
    action,
    entity: 'team',
    entityId: recordId,
    before: null,
    after: { note: noteId, ...rest },
  })
}
