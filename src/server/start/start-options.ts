import type { Logger } from 'pino'
import type { DocumentSigner } from '../../edition/documents/document.ts'
import type { Assets } from '../answers/assets.ts'
import type { Config } from '../config.ts'
import type { WorkerNews } from './worker-news.ts'

export type StartOutcome =
  | { kind: 'started'; address: string; stop(): Promise<void> }
  | { kind: 'refused'; line: string }

export interface StartOptions {
  config: Config
  assets: Assets
  log: Logger
  /** A plain line for the person who started the site. */
  report: (line: string) => void
  clock?: () => Date
  /** Absent: documents are not signed. */
  signer?: DocumentSigner
  /** Absent: another process tells subscribers, and writes editions and backups. */
  startWorker?: StartWorker
  /** Another process found the database out of reach, so that this one makes it ready once it is back. */
  joinsLater?: boolean
  /** The database came back, and is ready for this version. */
  onJoined?: () => void
  /** The database came back, and this version must not work with it. */
  onRefused?: (line: string) => void
  /** Ends the waiting for what a start needs. */
  stopping?: AbortSignal
}

/** Does the work of a worker beside the site, and tells of what it did. */
export type StartWorker = (of: { databaseUrl: string; onNews: (news: WorkerNews[]) => void }) => {
  stop(): Promise<void>
}
