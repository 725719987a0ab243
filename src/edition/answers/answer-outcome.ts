import type { ReadAnswer, ReadInput, ReadPath } from '../../contract/public-reads.ts'
import type { Edition } from '../edition.ts'

/** What a public read comes to: a value, or why there is none. */
export type AnswerOutcome<T> =
  /** `until` when time alone will make another value, earlier than the contract's tick would. */
  | { kind: 'value'; value: T; until?: Date | undefined }
  | { kind: 'not-found'; message: string }
  /** What was asked cannot be read, though it is a value of the contract. */
  | { kind: 'wrong'; field: string; message: string }

/** What an answer may depend on, beside its input. */
export interface AnswerContext {
  edition: Edition
  now: Date
  deployment: Deployment
}

/** What differs between two sites that show the same edition. */
interface Deployment {
  isGov: boolean
  isTrustDR: boolean
  /** Closed by configuration; staff close it by the edition. */
  isInMaintenance: boolean
  /** Set while the database is unreachable: the content is as of this moment. */
  staleSince: Date | null
  /** Where readers find this site; without a slash at its end. */
  publicUrl: string
  /** Hosts that a record may redirect to, beside this site. */
  redirectHosts: readonly string[]
  /** whether staff can sign in by their identity provider. */
  hasSignOn: boolean
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
