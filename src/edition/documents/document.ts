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
  /** Its parameters say how it looks and nothing else: the site as files has the plain one for all of them. */
  isDrawing?: boolean
  /** Headers of its own. */
  headers?: Readonly<Record<string, string>>
  /** Undefined where this edition has nothing under that address. */
  find(edition: Edition, asked: AddressAsked): DocumentFound | undefined
  /** Every canonical address that it has, for the site as files. */
  addresses(edition: Edition): readonly string[]
}

/** Parameters of path and query, checked already. */
export type AddressAsked = Readonly<Record<string, string | undefined>>

export interface DocumentFound {
  /** The address under which it is kept, however it was asked for. */
  address: string
  /** The machine name of the one cloud that it tells of. */
  cloud?: string
  /** The one record that it tells of. */
  record?: number
  /** False where the address holds words of whoever asks: such answers are made anew each time. */
  isKept?: boolean
  /** There is nothing under its address on a site without a key to sign with. */
  isOfSigner?: true
  write(view: DocumentView): WrittenDocument
}

export interface DocumentView {
  edition: Edition
  /** The whole minute: all who ask within one get the same bytes. */
  now: Date
  /** Of this site, without a slash at its end. */
  publicUrl: string
  /** Absent: nothing is signed here. */
  signer?: DocumentSigner
}

/** Signs documents with the OpenPGP key of the provider. */
export interface DocumentSigner {
  /** Armored. */
  publicKey: string
  /** In hexadecimal. */
  fingerprint: string
  /** The detached signature, armored; as of that time, so that it comes out the same again. */
  sign(text: string, at: Date): Promise<string>
}

export interface WrittenDocument {
  body: string
  /** When time alone will make another one of it. */
  until?: Date | undefined
  /** Set: what is sent is not the body but its signature, as of this time. */
  signedAt?: Date
}
