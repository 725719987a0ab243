import type { PublishedPostMortem } from '../db/post-mortems.ts'
import {
  PUBLISHED_COLUMNS,
  type PublishedChange,
  type PublishedNotices,
  type PublishedPlaceState,
  type PublishedRecord,
  type RemovedUpdate,
} from '../db/published-records.ts'

export interface EditionRecord extends PublishedRecord, BesideTheRow {}

interface PublishedUpdate {
  id: number
  posted_on: Date
  status_id: number
  body: string
  /**
   * The edition that published it. Absent in edition files of earlier releases; null if the public log
   * began later.
   */
  told_in?: number | null
}

interface BesideTheRow {
  clouds: readonly number[]
  services: readonly number[]
  dataCenters: readonly number[]
  placeStates: readonly PublishedPlaceState[]
  revisions: readonly Date[]
  /** Oldest first. */
  updates: readonly PublishedUpdate[]
  /** Oldest first, as is `removedUpdates`. */
  changes: readonly PublishedChange[]
  removedUpdates: readonly RemovedUpdate[]
  postMortem: PublishedPostMortem | null
  /** Null if unknown, or if it isn't an incident. */
  notices: PublishedNotices | null
  /** The edition that published its newest version. Null if unknown. */
  toldIn: number | null
  /** How often it changed what readers had already seen. */
  rewrites: number
}

const BESIDE_THE_ROW: readonly (keyof BesideTheRow)[] = [
  'clouds',
  'services',
  'dataCenters',
  'placeStates',
  'updates',
  'revisions',
  'changes',
  'removedUpdates',
  'postMortem',
  'notices',
  'toldIn',
  'rewrites',
]

/**
 * Every record is a copy of this object with its fields filled in. Objects that get more than a dozen fields
 * one by one, or by spreading a row, become slow dictionaries. Objects from JSON.parse don't.
 */
const SHAPE: Record<string, unknown> = JSON.parse(
  JSON.stringify(Object.fromEntries([...PUBLISHED_COLUMNS, ...BESIDE_THE_ROW].map((name) => [name, null]))),
)

export function editionRecord(row: PublishedRecord, beside: BesideTheRow): EditionRecord {
  const record = { ...SHAPE }
  // Null: rows in an edition file of an earlier release lack columns added since.
  for (const name of PUBLISHED_COLUMNS) record[name] = row[name] ?? null
  for (const name of BESIDE_THE_ROW) record[name] = beside[name]
  return record as unknown as EditionRecord
}
