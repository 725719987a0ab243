import type { Kysely } from 'kysely'
import type { Dashboard } from '../../contract/admin/dashboard.ts'
import type { AdminRecordRow } from '../../db/admin-records.ts'
import {
  draftRows,
  maintenanceRows,
  openIncidentRows,
  promisedRows,
  scheduledRows,
  undecidedPostMortemRows,
} from '../../db/dashboard.ts'
import type { DB } from '../../db/database.ts'
import { duePostMortems } from '../../db/post-mortems.ts'
import { peopleOfPromises, type ReachablePerson } from '../../db/promises.ts'
import { latestDeedsOfOthers } from '../../db/record-deeds.ts'
import { othersPresent } from '../../db/record-presence.ts'
import { readSetting } from '../../db/site-editing/settings.ts'
import { findRecordSorts, pendingHandovers } from '../../db/team.ts'
import type { MayEdit, ReadableSorts } from '../../domain/newsroom/may-edit.ts'
import { REMIND_BEFORE_MS } from '../../domain/newsroom/team-words.ts'
import { postMortemDaysOf } from '../../domain/post-mortem.ts'
import { DAY_MS, MINUTE_MS } from '../../domain/time.ts'
import { listApprovals } from '../approval/about-approval.ts'
import { sortOf } from '../records/edit-refusal.ts'
import { presentRow } from '../records/list-records.ts'
import { pagesAliveSince, presentDeed, presentPerson } from '../records/watch-record.ts'
import { presentNote } from '../team/read-team.ts'
import { mayPost } from '../timetable/remind-of-promise.ts'

const ROWS_AT_MOST = 20
const OPEN_AT_MOST = 100
const MAINTENANCE_DAYS = 14
/** Older incidents are history: what was imported or resolved long ago doesn't wait for anyone. */
const UNDECIDED_DAYS = 14
const LATEST_AT_MOST = 5
const LATEST_MS = 10 * MINUTE_MS

export async function readDashboard(
  db: Kysely<DB>,
  { now, userId, mayEdit, reader }: { now: Date; userId: number; mayEdit: MayEdit; reader: ReadableSorts },
): Promise<Omit<Dashboard, 'deliveries'>> {
  const until = new Date(now.getTime() + MAINTENANCE_DAYS * DAY_MS)
  const since = new Date(now.getTime() - LATEST_MS)
  const [
    incidents,
    maintenance,
    scheduled,
    drafts,
    approvals,
    present,
    latest,
    promised,
    handovers,
    postMortems,
    undecided,
    provider,
  ] = await Promise.all([
    openIncidentRows(db, { most: OPEN_AT_MOST, reader }),
    maintenanceRows(db, { until, most: OPEN_AT_MOST, reader }),
    scheduledRows(db, { most: ROWS_AT_MOST, reader }),
    draftRows(db, { most: ROWS_AT_MOST, reader }),
    listApprovals(db, { most: ROWS_AT_MOST, reader, userId }),
    othersPresent(db, { userId, aliveSince: pagesAliveSince(now), reader }),
    latestDeedsOfOthers(db, { userId, since, most: LATEST_AT_MOST, reader }),
    promisedRows(db, { until: new Date(now.getTime() + REMIND_BEFORE_MS), most: ROWS_AT_MOST, reader }),
    pendingHandovers(db, { reader, most: OPEN_AT_MOST }),
    duePostMortems(db, { most: ROWS_AT_MOST, reader }),
    undecidedPostMortemRows(db, {
      closedSince: new Date(now.getTime() - UNDECIDED_DAYS * DAY_MS),
      most: ROWS_AT_MOST,
      reader,
    }),
    readSetting(db, 'provider'),
  ])
  const owners = (
    await peopleOfPromises(
      db,
      promised.map(({ id }) => id),
    )
  ).filter(mayPost)
  const sorts = await findRecordSorts(
    db,
    handovers.map(({ record_id }) => record_id),
  )
  // Where post-mortems are the exception, an incident without a plan isn't one that was forgotten.
  const areUsual = postMortemDaysOf(provider.value.post_mortem_days) !== null
  const shown = (row: AdminRecordRow) => presentRow(row, mayEdit)
  const opened = [...new Set(present.map(({ record_id }) => record_id))]
  return {
    now: now.toISOString(),
    open_incidents: incidents.map(shown),
    maintenance: maintenance.map(shown),
    maintenance_until: until.toISOString(),
    scheduled: scheduled.map(shown),
    drafts: drafts.map(({ saved_at, saved_by, saved_by_name, missed_at, ...row }) => ({
      record: shown(row),
      saved_at: saved_at.toISOString(),
      saved_by: saved_by === null ? null : { uid: saved_by, name: saved_by_name ?? `Account ${saved_by}` },
      missed_at: missed_at?.toISOString() ?? null,
    })),
    approvals,
    post_mortems_due: postMortems.map(({ record_id: record, ...due }) => ({ record, ...due })),
    post_mortems_undecided: (areUsual ? undecided : [])
      .map(({ plan_version: version, is_begun, ...row }) => ({ record: shown(row), version, is_begun }))
      .filter(({ record }) => record.can_edit),
    present: opened.map((record) => ({
      record,
      people: present
        .filter(({ record_id }) => record_id === record)
        .map((person) => presentPerson(person, userId)),
    })),
    latest: latest.map(({ recordId, title, recordKind, ...deed }) => ({
      record: recordId,
      title,
      kind: recordKind,
      deed: presentDeed(deed, userId),
    })),
    promises: promised.map((row) => ({
      record: shown(row),
      owners: ownersOf(owners.filter(({ record_id }) => record_id === row.id)).map(({ uid, name }) => ({
        name,
        is_you: uid === userId,
      })),
    })),
    handovers: handovers.map((note) => ({
      record: note.record_id,
      title: sorts.find(({ id }) => id === note.record_id)?.title ?? '',
      note: presentNote(note, { userId, mentions: [] }),
      can_take: sorts.some((record) => record.id === note.record_id && mayEdit(sortOf(record))),
    })),
  }
}

/** Each person once: the last publisher may also have taken over. */
function ownersOf(people: readonly ReachablePerson[]): ReachablePerson[] {
  return people.filter(({ uid }, place) => people.findIndex((other) => other.uid === uid) === place)
}
