import type { TObject, TSchema } from 'typebox'
import type { Edition } from '../edition.ts'

/** What programs read at addresses that a format prescribes. One family is one format. */
export interface DocumentFamily {
  /** What the documentation of the API calls it. */
  tag: string
  routes: readonly DocumentRoute[]
}

export interface DocumentRoute {
  /** As the router has it: `/:cloudDomain/api/v2/summary.json`. */
  path: string
  summary: string
  /** Its Content-Type. */
  type: string
  /** Parameters behind the question mark; most documents have none. Others than these make no new answer. */
  query?: TObject
  /** Its body, where that is JSON. */
  answer?: TSchema
  /** Headers of its own. */
  headers?: Readonly<Record<string, string>>
  /** Undefined where this edition has nothing under that address. */
  find(edition: Edition, asked: Asked): DocumentFound | undefined
  /** Every canonical address that it has, for the site as files. */
  addresses(edition: Edition): readonly string[]
}

/** Parameters of path and query, checked already. */
export type Asked = Readonly<Record<string, string | undefined>>

export interface DocumentFound {
  /** The address under which it is kept, however it was asked for. */
  address: string
  /** The machine name of the one cloud that it tells of. */
  cloud?: string
  /** The one record that it tells of. */
  record?: number
  write(view: DocumentView): WrittenDocument
}

export interface DocumentView {
  edition: Edition
  /** The whole minute: all who ask within one get the same bytes. */
  now: Date
  /** Of this site, without a slash at its end. */
  publicUrl: string
}

export interface WrittenDocument {
  body: string
  /** When time alone will make another one of it. */
  until?: Date | undefined
}
