import type { PublishedRecord } from '../db/published-records.ts'

/** A published record with what it concerns and what was said of it since. */
export interface EditionRecord extends PublishedRecord {
  clouds: readonly number[]
  services: readonly number[]
  dataCenters: readonly number[]
  /** Of an advisory: when it was published, and again. */
  revisions: readonly Date[]
  /** Oldest first. */
  updates: readonly { id: number; posted_on: Date; status_id: number; body: string }[]
}
