import { isColumn } from '../../src/db/record-content.ts'
import { emptyContent } from '../../src/domain/newsroom/empty-content.ts'
import { fieldsWith } from '../../src/domain/record-fields.ts'
import type { EditionRecord } from '../../src/edition/edition-record.ts'

const POSTED_ON = new Date('2026-01-01T00:00:00Z')

/** A published incident with only a title, affecting nothing, plus what a test changes. */
export function plainRecord(change: Partial<EditionRecord> = {}): EditionRecord {
  const empty = emptyContent({ kind: 'incident' })
  const { id = 1 } = change
  const columns = fieldsWith({ isPublic: true }).filter(isColumn)
  const record = {
    ...Object.fromEntries(columns.map((name) => [name, empty[name]])),
    id,
    type: null,
    event_type: 'under_investigation',
    title: `Record ${id}`,
    alias: `record-${id}`,
    created_at: POSTED_ON,
    posted_on: POSTED_ON,
    updated_on: POSTED_ON,
    created_by: null,
    updated_by: null,
    resolved_by: null,
    advisory: null,
    clouds: [],
    services: [],
    dataCenters: [],
    placeStates: [],
    updates: [],
    revisions: [],
    changes: [],
    removedUpdates: [],
    postMortem: null,
    notices: null,
    toldIn: null,
    rewrites: 0,
    ...change,
  }
  return record as EditionRecord
}

type Change = EditionRecord['changes'][number]

/** A change of a record in which nothing changed, plus what a test changes. */
export function plainChange(change: Partial<Change> = {}): Change {
  return {
    id: 4,
    record_id: 1,
    update_id: null,
    made_on: POSTED_ON,
    severity_before: null,
    severity_after: null,
    services_added: [],
    services_removed: [],
    data_centers_added: [],
    data_centers_removed: [],
    was_whole_cloud: false,
    is_whole_cloud: false,
    place_states: [],
    ...change,
  }
}
