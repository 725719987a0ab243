import type { Kysely } from 'kysely'
import type { PersonPresent, RecordDeed, RecordWatched } from '../../contract/admin/presence.ts'
import type { DB } from '../../db/database.ts'
import { type Deed, deedOfDiscarding, deedsSince, lastDeed } from '../../db/record-deeds.ts'
import { beatOf, endBeat, type PresentRow } from '../../db/record-presence.ts'
import type { ReadableSorts } from '../../domain/newsroom/may-edit.ts'

/** Three missed beats: the browser, the machine or the network is gone. */
const PAGE_LIVES_MS = 15_000

export function pagesAliveSince(now: Date): Date {
  return new Date(now.getTime() - PAGE_LIVES_MS)
}

export async function watchRecord(
  db: Kysely<DB>,
  {
    seen,
    now,
    ...page
  }: {
    recordId: number
    tab: string
    userId: number
    isPosting: boolean
    isPostMortem: boolean
    seen: { version: number | undefined; edition: number }
    reader: ReadableSorts
    now: Date
  },
): Promise<{ kind: 'watched'; data: RecordWatched } | { kind: 'gone'; deed: Deed | undefined }> {
  const { recordId, userId } = page
  const watched = await beatOf(db, { ...page, at: now, aliveSince: pagesAliveSince(now) })
  if (watched === undefined) return { kind: 'gone', deed: await deedOfDiscarding(db, page) }
  const { kind, version, edition, state, saved_at, people, are_drafts_open, team_version } = watched
  const postMortem = watched.post_mortem_version
  const deeds =
    (edition ?? 0) > seen.edition
      ? await deedsSince(db, { recordId, edition: seen.edition })
      : are_drafts_open && seen.version !== undefined && version > seen.version
        ? [await lastDeed(db, recordId)].filter((deed) => deed !== undefined)
        : []
  return {
    kind: 'watched',
    data: {
      now: now.toISOString(),
      kind,
      version,
      edition,
      state,
      people: (are_drafts_open ? people : []).map((person) => presentPerson(person, userId)),
      deeds: deeds.map((deed) => presentDeed(asOfDraft(deed, saved_at), userId)),
      team: are_drafts_open ? team_version : null,
      post_mortem: are_drafts_open ? postMortem : 0,
    },
  }
}

export async function leaveRecord(
  db: Kysely<DB>,
  page: { recordId: number; tab: string; userId: number },
): Promise<void> {
  await endBeat(db, page)
}

/** The audit log has one entry for ten minutes of typing; the draft has the time of the last save. */
function asOfDraft(deed: Deed, savedAt: Date | null): Deed {
  return deed.action === 'save-draft' && savedAt !== null ? { ...deed, at: savedAt } : deed
}

export function presentPerson(person: PresentRow, userId: number): PersonPresent {
  const { user_id, name, is_posting, is_post_mortem } = person
  return { name, is_you: user_id === userId, is_posting, is_post_mortem }
}

export function presentDeed(deed: Deed, userId: number): RecordDeed {
  const { action, at, by, isPerson, edition } = deed
  return {
    action,
    at: at.toISOString(),
    by,
    is_person: isPerson,
    is_you: deed.userId === userId,
    edition,
  }
}
