import type { ReadAnswer, ReadInput, ReadPath } from '../../contract/public-reads.ts'
import type { Edition } from '../edition.ts'

/** What a public read comes to: a value, or why there is none. */
export type AnswerOutcome<T> = { kind: 'value'; value: T } | { kind: 'not-found'; message: string }

/** What an answer may depend on, beside its input. */
export interface AnswerContext {
  edition: Edition
  now: Date
  deployment: Deployment
}

/** What differs between two sites that show the same edition. */
export interface Deployment {
  isGov: boolean
  isTrustDR: boolean
  /** Set while the database is out of reach: the content is as of this moment. */
  staleSince: Date | null
  /** Hosts that a record may redirect to, beside this site. */
  redirectHosts: readonly string[]
}

export type Answerer<P extends ReadPath> = (
  context: AnswerContext,
  input: ReadInput<P>,
) => AnswerOutcome<ReadAnswer<P>>

export function value<T>(value: T): AnswerOutcome<T> {
  return { kind: 'value', value }
}

export function unknownCloud(machineName: string): { kind: 'not-found'; message: string } {
  return { kind: 'not-found', message: `There is no cloud "${machineName}".` }
}
