import type { Logger } from 'pino'
import type { DocumentSigner } from '../../edition/documents/document.ts'
import type { Assets } from '../answers/assets.ts'
import type { Config } from '../config.ts'
import type { WorkerNews } from './worker-process.ts'

export type StartOutcome =
  | { kind: 'started'; address: string; stop(): Promise<void> }
  | { kind: 'refused'; line: string }

export interface StartOptions {
  config: Config
  assets: Assets
  log: Logger
  report: (line: string) => void
  clock?: () => Date
  signer?: DocumentSigner
  /** The program of the thread that renders pages. Absent: pages are rendered on the thread that answers. */
  renderThread?: string
  /** Absent: another process notifies subscribers and writes editions and backups. */
  startWorker?: StartWorker
  /** Another process found the database unreachable, so this one prepares it once it is back. */
  joinsLater?: boolean
  /** The database is back and ready for this version. */
  onJoined?: () => void
  /** The database is back, but this version must not use it. */
  onRefused?: (line: string) => void
  stopping?: AbortSignal
}

export type StartWorker = (of: {
  databaseUrl: string
  onNews: (news: WorkerNews[]) => void
  onRestart: () => void
}) => {
  stop(): Promise<void>
}
