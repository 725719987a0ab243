import type { ReadAnswer, ReadInput, ReadPath } from '../../contract/public-reads.ts'
import type { Edition } from '../edition.ts'
import type { RecordVersions } from '../log/past-editions.ts'

export type AnswerOutcome<T> =
  /** `until` is set if the value changes by time alone before the contract's next tick. */
  | { kind: 'value'; value: T; until?: Date | undefined }
  | { kind: 'not-found'; message: string }
  /** The input matches the contract but can't be interpreted. */
  | { kind: 'wrong'; field: string; message: string }

export interface AnswerContext {
  edition: Edition
  now: Date
  deployment: Deployment
  versions?: RecordVersions | undefined
}

interface Deployment {
  isGov: boolean
  isTrustDR: boolean
  isExport?: boolean | undefined
  /** Set by configuration. Staff close the site through the edition. */
  isInMaintenance: boolean
  staleSince: Date | null
  /** Public URL of this site, without a trailing slash. */
  publicUrl: string
  redirectHosts: readonly string[]
  /** whether staff can sign in with their identity provider. */
  hasSignOn: boolean
  /** Verifier keys of those who cosign the public log. */
  logWitnesses: readonly string[]
}

export type Answerer<P extends ReadPath> = (
  context: AnswerContext,
  input: ReadInput<P>,
) => AnswerOutcome<ReadAnswer<P>>

export function value<T>(value: T, { until }: { until?: Date | undefined } = {}): AnswerOutcome<T> {
  return { kind: 'value', value, until }
}

export function unknownRegion(tid: number | undefined): { kind: 'not-found'; message: string } {
  return { kind: 'not-found', message: `There is no region ${tid}.` }
}

export function unknownCloud(machineName: string): { kind: 'not-found'; message: string } {
  return { kind: 'not-found', message: `There is no cloud "${machineName}".` }
}
