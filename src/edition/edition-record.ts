import type { PublishedRecord } from '../db/published-records.ts'

/** A published record with what it concerns and what was said of it since. */
export interface EditionRecord extends PublishedRecord {
  clouds: readonly number[]
  services: readonly number[]
  dataCenters: readonly number[]
  /** Oldest first. */
  updates: readonly { id: number; posted_on: Date; status_id: number; body: string }[]
}
