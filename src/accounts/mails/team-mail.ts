import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { findMailedReminder, type MailedReminder } from '../../db/promises.ts'
import { findMailedNote, type MailedNote } from '../../db/team.ts'
import { isRole } from '../../domain/access.ts'
import { mayEditAs, mayReadAs } from '../../domain/newsroom/may-edit.ts'
import { FORMER_COLLEAGUE, wordsWithNames } from '../../domain/newsroom/team-words.ts'
import type { NotificationType } from '../../domain/notification-type.ts'
import type { RecordKind } from '../../domain/record.ts'
import { MINUTE_MS } from '../../domain/time.ts'
import type { MailContent } from '../../mail/mail-content.ts'

export const UNDER_EMBARGO = {
  title: 'an advisory under embargo',
  words: 'For confidentiality, the text is not in this email. Sign in to read it.',
}

export type TeamMail =
  | { kind: 'note'; note: MailedNote }
  | { kind: 'reminder'; reminder: MailedReminder; now: Date }

/**
 * Undefined if the mail is obsolete, or if the recipient lost the right to read the record since it was
 * queued.
 */
export async function findTeamMail(
  db: Kysely<DB>,
  of: { noteId: number | null; reminderId: number | null; userId: number; now: Date },
): Promise<TeamMail | undefined> {
  const { noteId, reminderId, userId, now } = of
  if (noteId !== null) {
    const note = await findMailedNote(db, { noteId, userId })
    // A handover that someone has accepted meanwhile is no longer addressed to anyone.
    if (note === undefined || (note.kind === 'handover' && !(note.is_pending && note.record.is_open)))
      return undefined
    const person = { uid: userId, roles: note.roles.filter(isRole), limit: note.limit }
    const may = note.kind === 'handover' ? mayEditAs(person) : mayReadAs(person)
    return may(sortOf(note.record)) ? { kind: 'note', note } : undefined
  }
  if (reminderId === null) return undefined
  const reminder = await findMailedReminder(db, { reminderId, userId, now })
  if (reminder === undefined) return undefined
  const mayEdit = mayEditAs({ uid: userId, roles: reminder.roles.filter(isRole), limit: reminder.limit })
  return mayEdit(sortOf(reminder)) ? { kind: 'reminder', reminder, now } : undefined
}

function sortOf(of: {
  kind: RecordKind
  notification_type: NotificationType | null
  embargo: readonly number[] | null
  clouds: readonly number[]
}) {
  const { kind, embargo, clouds } = of
  return { kind, notificationType: of.notification_type, embargo, clouds }
}

interface MailingSite {
  provider: string
  siteUrl: string
}

export function teamMailContent(site: MailingSite, mail: TeamMail): MailContent {
  return mail.kind === 'note' ? noteContent(site, mail.note) : reminderContent(site, mail.reminder, mail.now)
}

function noteContent(site: MailingSite, note: MailedNote): MailContent {
  const { record, people } = note
  const author = note.author_name ?? FORMER_COLLEAGUE
  const isHandover = note.kind === 'handover'
  const isSecret = record.embargo !== null
  const title = isSecret ? UNDER_EMBARGO.title : `“${shortTitle(record.title)}”`
  const words = [
    ...(isHandover ? ['How things are:'] : []),
    ...linesOf(wordsWithNames(note.body, people)),
    ...(isHandover ? ['What’s next:', ...linesOf(note.next_steps ?? '')] : []),
  ]
  return {
    ...site,
    heading: isHandover ? `${author} hands over to you: ${title}` : `${author} mentioned you in ${title}`,
    paragraphs: isSecret ? [UNDER_EMBARGO.words] : words,
    action: {
      text: isHandover ? 'Open it and take over' : 'Open the record',
      link: `${site.siteUrl}/admin/records/${record.id}#team`,
    },
    notes: ['This is internal. Please don’t forward it to customers.'],
    smallPrint: isHandover
      ? `You’re receiving this because a colleague named you in a handover note at ${site.provider} Trust.`
      : `You’re receiving this because a colleague mentioned you at ${site.provider} Trust.`,
  }
}

function reminderContent(site: MailingSite, reminder: MailedReminder, now: Date): MailContent {
  const { step, promised_for, record_id } = reminder
  const title = `“${shortTitle(reminder.title)}”`
  const minutes = Math.max(1, Math.round((promised_for.getTime() - now.getTime()) / MINUTE_MS))
  const at = `${promised_for.toISOString().slice(11, 16)} UTC`
  return {
    ...site,
    heading:
      step === 'soon'
        ? `Update due in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}: ${title}`
        : `Update overdue: ${title}`,
    paragraphs:
      step === 'soon'
        ? [
            `Readers were promised the next update by ${at}. Post one, even if nothing has changed, or promise another time.`,
          ]
        : [
            `Readers were promised an update by ${at}, and none was posted. Post one now, even if nothing has changed.`,
          ],
    action: { text: 'Post an update', link: `${site.siteUrl}/admin/records/${record_id}` },
    notes: ['We send one reminder before a promised update is due, and one when it is overdue.'],
    smallPrint: `You’re receiving this because you published this last or took it over, or because those who did can’t be reached.`,
  }
}

const TITLE_CHARACTERS = 100

function shortTitle(title: string): string {
  const line = title.replace(/\s+/g, ' ').trim() || 'Untitled'
  return line.length <= TITLE_CHARACTERS ? line : `${line.slice(0, TITLE_CHARACTERS - 1).trimEnd()}…`
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}
