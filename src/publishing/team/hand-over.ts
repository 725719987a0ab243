import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import {
  findTeamNote,
  insertTeamNote,
  isNoteWritten,
  latestHandover,
  mentionPeople,
  type TeamNoteRow,
  takeHandover,
} from '../../db/team.ts'
import { type MayEdit, mayEditAs, type SortOfRecord } from '../../domain/newsroom/may-edit.ts'
import { FORMER_COLLEAGUE, HANDOVER_CHARACTERS } from '../../domain/newsroom/team-words.ts'
import { staffWho } from './read-team.ts'
import type { TeamRefusal } from './team-outcome.ts'
import { auditTeam, openTeam, TEAM_MAILS_PER_HOUR, type TeamWriting, tidyText } from './write-comment.ts'

export type HandoverOutcome = { kind: 'written' } | TeamRefusal

interface HandingOver extends TeamWriting {
  mayEdit: MayEdit
  state: string
  next: string
  to: number | null
  /** The pending handover that the author saw. */
  replaces: number | null
  key: string
}

/** One per record: the latest. It waits until someone takes over or writes another one. */
export async function handOver(db: Kysely<DB>, of: HandingOver): Promise<HandoverOutcome> {
  const { recordId, userId, mayEdit, to, replaces, key, now } = of
  return db.transaction().execute(async (trx): Promise<HandoverOutcome> => {
    const opened = await openTeam(trx, of)
    if (opened.kind !== 'open') return opened
    const { record, sort } = opened
    if (!mayEdit(sort)) return { kind: 'not-allowed' }
    const body = tidyText(of.state)
    const nextSteps = tidyText(of.next)
    const errors = {
      ...wrongPart('state', body),
      ...wrongPart('next', nextSteps),
      ...(to !== null && !(await isHeir(trx, { uid: to, sort })) && { to: NO_HEIR }),
    }
    if (Object.keys(errors).length > 0) return { kind: 'wrong', errors }
    if (await isNoteWritten(trx, { recordId, key })) return { kind: 'written' }
    if (!record.is_open) return { kind: 'closed' }
    const latest = await latestHandover(trx, recordId)
    if (latest?.is_pending === true && latest.id !== replaces)
      return { kind: 'moved-on', how: 'handed-over', by: writerOf(latest) }
    const note = {
      recordId,
      kind: 'handover',
      authorId: userId,
      body,
      nextSteps,
      toId: to,
      key,
      now,
    } as const
    const noteId = await insertTeamNote(trx, note)
    if (noteId === undefined) return { kind: 'written' }
    if (to !== null && to !== userId) {
      const mails = { mail: 'handed-over', mailsPerHour: TEAM_MAILS_PER_HOUR } as const
      await mentionPeople(trx, { noteId, userIds: [to], ...mails, now })
    }
    await auditTeam(trx, of, { action: 'hand-over', noteId, to })
    return { kind: 'written' }
  })
}

const NO_HEIR = 'This person can’t edit this record. Choose someone else.'

function wrongPart(field: 'state' | 'next', text: string): Record<string, string> {
  if (text === '')
    return { [field]: field === 'state' ? 'Please say how things are.' : 'Please say what to do next.' }
  if (text.length > HANDOVER_CHARACTERS)
    return {
      [field]: `This is too long: ${text.length} characters. At most ${HANDOVER_CHARACTERS} fit.`,
    }
  return {}
}

async function isHeir(db: Kysely<DB>, { uid, sort }: { uid: number; sort: SortOfRecord }): Promise<boolean> {
  const heirs = await staffWho(db, (person) => mayEditAs(person)(sort))
  return heirs.some((heir) => heir.uid === uid)
}

/** From then on this person gets the reminders of promised updates. */
export async function takeOver(
  db: Kysely<DB>,
  of: TeamWriting & { mayEdit: MayEdit; noteId: number },
): Promise<HandoverOutcome> {
  const { recordId, noteId, userId, now } = of
  return db.transaction().execute(async (trx): Promise<HandoverOutcome> => {
    const opened = await openTeam(trx, of)
    if (opened.kind !== 'open') return opened
    if (!of.mayEdit(opened.sort)) return { kind: 'not-allowed' }
    const note = await findTeamNote(trx, { recordId, noteId })
    if (note === undefined || note.kind !== 'handover') return { kind: 'no-such-note' }
    if (note.taken_at !== null) {
      if (note.taken_by === userId) return { kind: 'written' }
      const by = { by: note.taken_by_name ?? FORMER_COLLEAGUE, at: note.taken_at }
      return { kind: 'moved-on', how: 'taken-over', by }
    }
    if (note.removed_at !== null)
      return { kind: 'moved-on', how: 'removed', by: { ...writerOf(note), at: note.removed_at } }
    if (!note.is_pending) {
      const latest = await latestHandover(trx, recordId)
      return { kind: 'moved-on', how: 'handed-over', by: writerOf(latest ?? note) }
    }
    await takeHandover(trx, { noteId, userId, now })
    await auditTeam(trx, of, { action: 'take-over', noteId })
    return { kind: 'written' }
  })
}

function writerOf({ author_name, posted_at }: TeamNoteRow) {
  return { by: author_name ?? FORMER_COLLEAGUE, at: posted_at }
}
