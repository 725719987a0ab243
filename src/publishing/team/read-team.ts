import type { Kysely } from 'kysely'
import type { Person } from '../../contract/admin/record-content.ts'
import type { Team, TeamNote, TeamPerson } from '../../contract/admin/team.ts'
import { changesOfRecord, findAdminRecord } from '../../db/admin-records.ts'
import { readThings, staffToName } from '../../db/choices.ts'
import type { DB } from '../../db/database.ts'
import { latestDeeds, type PublishedDeed } from '../../db/record-deeds.ts'
import {
  type MentionRow,
  mentionsOfNotes,
  type TeamNoteRow,
  teamNotesOf,
  teamVersionOf,
} from '../../db/team.ts'
import { isRole } from '../../domain/access.ts'
import {
  type CloudLimit,
  type MayEdit,
  type MayRead,
  mayEditAs,
  mayReadAs,
  type SortOfRecord,
} from '../../domain/newsroom/may-edit.ts'
import { FORMER_COLLEAGUE } from '../../domain/newsroom/team-words.ts'
import type { RecordKind } from '../../domain/record.ts'
import { changeWords, linesOfChange } from '../../domain/record-changes.ts'
import { sortOf } from '../records/edit-refusal.ts'
import { presentDeed } from '../records/watch-record.ts'

const NOTES_AT_MOST = 300
const DEEDS_AT_MOST = 200

export interface TeamReader {
  recordId: number
  userId: number
  mayRead: MayRead
  mayEdit: MayEdit
  now: Date
}

export type ReadTeamOutcome =
  | { kind: 'team'; data: Team }
  | { kind: 'no-such-record' }
  | { kind: 'not-allowed' }

export function readTeam(
  db: Kysely<DB>,
  { recordId, userId, mayRead, mayEdit, now }: TeamReader,
): Promise<ReadTeamOutcome> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot): Promise<ReadTeamOutcome> => {
      const record = await findAdminRecord(snapshot, recordId)
      if (record === undefined) return { kind: 'no-such-record' }
      const sort = sortOf(record)
      if (!mayRead(sort)) return { kind: 'not-allowed' }
      const notes = await teamNotesOf(snapshot, { recordId, most: NOTES_AT_MOST })
      const mentions = await mentionsOfNotes(snapshot, recordId)
      const deeds = await latestDeeds(snapshot, { recordId, most: DEEDS_AT_MOST })
      const changes = await changesOf(snapshot, { id: recordId, kind: record.kind })
      const readers = await staffWho(snapshot, (person) => mayReadAs(person)(sort))
      const heirs = mayEdit(sort) ? await staffWho(snapshot, (person) => mayEditAs(person)(sort)) : []
      return {
        kind: 'team',
        data: {
          now: now.toISOString(),
          version: await teamVersionOf(snapshot, recordId),
          notes: notes.map((note) => presentNote(note, { userId, mentions })),
          deeds: deeds.map((deed) => ({ ...presentDeed(deed, userId), changes: changes(deed) })),
          has_earlier: notes.length >= NOTES_AT_MOST || deeds.length >= DEEDS_AT_MOST,
          people: readers,
          heirs: heirs.filter(({ uid }) => uid !== userId),
          can_hand_over: mayEdit(sort),
        },
      }
    })
}

export async function staffWho(
  db: Kysely<DB>,
  may: (person: { uid: number; roles: ReturnType<typeof rolesOf>; limit: CloudLimit }) => boolean,
): Promise<TeamPerson[]> {
  const staff = await staffToName(db)
  return staff
    .filter(({ uid, roles, limit }) => may({ uid, roles: rolesOf(roles), limit }))
    .map(({ uid, name }) => ({ uid, name }))
}

function rolesOf(roles: readonly string[]) {
  return roles.filter(isRole)
}

export async function readersOf(db: Kysely<DB>, sort: SortOfRecord): Promise<Map<number, string>> {
  const people = await staffWho(db, (person) => mayReadAs(person)(sort))
  return new Map(people.map(({ uid, name }) => [uid, name]))
}

export function presentNote(
  note: TeamNoteRow,
  { userId, mentions }: { userId: number; mentions: readonly MentionRow[] },
): TeamNote {
  return {
    id: note.id,
    kind: note.kind,
    at: note.posted_at.toISOString(),
    by: personOf(note.author_id, note.author_name),
    is_yours: note.author_id === userId,
    text: note.body,
    mentions: mentions
      .filter(({ note_id }) => note_id === note.id && note.kind === 'comment')
      .map(({ user_id, name, is_mailed }) => ({ uid: user_id, name, is_mailed })),
    edited_at: note.edited_at?.toISOString() ?? null,
    removed_at: note.removed_at?.toISOString() ?? null,
    handover:
      note.kind === 'comment'
        ? null
        : {
            next: note.next_steps ?? '',
            to: note.to_id === null ? null : personOf(note.to_id, note.to_name),
            is_to_you: note.to_id === userId,
            taken:
              note.taken_at === null
                ? null
                : {
                    at: note.taken_at.toISOString(),
                    by: personOf(note.taken_by, note.taken_by_name),
                    is_you: note.taken_by === userId,
                  },
            is_pending: note.is_pending,
          },
  }
}

function personOf(uid: number | null, name: string | null): Person {
  return { uid, name: name ?? FORMER_COLLEAGUE }
}

async function changesOf(
  db: Kysely<DB>,
  { id, kind }: { id: number; kind: RecordKind },
): Promise<(deed: PublishedDeed) => string[]> {
  const changes = await changesOfRecord(db, id)
  if (changes.length === 0) return () => []
  const { service_categories, regions, severities } = await readThings(db)
  const nameIn = (things: readonly { tid: number; name: string }[]) => {
    const names = new Map(things.map(({ tid, name }) => [tid, name]))
    return (tid: number) => names.get(tid)
  }
  const names = {
    service: nameIn(service_categories.flatMap(({ services }) => services)),
    dataCenter: nameIn(regions.flatMap(({ data_centers }) => data_centers)),
    severity: nameIn(severities),
  }
  return ({ at, edition, updateId, action }) => {
    if (edition === null || REPEATS_UPDATE.includes(action)) return []
    const own = changes.filter(({ update_id, made_on }) =>
      update_id === null ? made_on.getTime() === at.getTime() : update_id === updateId,
    )
    return own.flatMap((change) => linesOfChange(kind, change, names).map(changeWords))
  }
}

/** These name an update whose changes belong to the deed that posted it. */
const REPEATS_UPDATE = ['correct-update', 'remove-update']
