import type { TObject, TSchema } from 'typebox'
import type { Edition } from '../edition.ts'

export interface DocumentFamily {
  tag: string
  routes: readonly DocumentRoute[]
}

export interface DocumentRoute {
  path: string
  summary: string
  type: string
  /** Others are ignored. */
  query?: TObject
  answer?: TSchema
  /** Without parameters it has everything they could select. The static export serves that for all of them. */
  isWholeInExport?: boolean
  headers?: Readonly<Record<string, string>>
  find(edition: Edition, asked: AddressAsked): DocumentFound | undefined
  addresses(edition: Edition): readonly string[]
}

export type AddressAsked = Readonly<Record<string, string | undefined>>

export interface DocumentFound {
  address: string
  /** Machine name of the cloud, if the document is about only one. */
  cloud?: string
  record?: number
  /** False if the address contains custom text. Such answers are not cached. */
  isKept?: boolean
  /** Exists only on sites with a signing key. */
  isOfSigner?: true
  write(view: DocumentView): WrittenDocument
}

export interface DocumentView {
  edition: Edition
  /** A whole minute: all requests within it get the same bytes. */
  now: Date
  publicUrl: string
  isGovDeployment: boolean
  signer?: DocumentSigner
}

export interface DocumentSigner {
  /** Armored. */
  publicKey: string
  fingerprint: string
  /** An armored detached signature, dated `at` so that it is reproducible. */
  sign(text: string, at: Date): Promise<string>
}

export interface WrittenDocument {
  body: string
  /** When the document changes by time alone. */
  until?: Date | undefined
  /** If set, the response is the signature of the body, dated with this time. */
  signedAt?: Date
}
