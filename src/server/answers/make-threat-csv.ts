import type { Static } from 'typebox'
import type { ThreatCsvQuery } from '../../contract/threats.ts'
import { type ThreatQuery, threatAddress, threatQuery } from '../../domain/threats/threat-query.ts'
import { makeAnswer } from '../../edition/answer.ts'
import type { Computed } from '../../edition/answer-cache.ts'
import { unknownRegion } from '../../edition/answers/answer-outcome.ts'
import { type Edition, isRegion } from '../../edition/edition.ts'
import type { ObservedHeld } from '../../edition/observe.ts'
import { threatCsvName, writeThreatCsv } from '../../edition/threats/write-threat-csv.ts'
import type { AppContext } from '../context.ts'
import { sharedIn } from '../http/cache-control.ts'
import { Fault } from '../http/faults.ts'

export const THREAT_CSV_PATH = '/threats.csv'

export interface ThreatCsvAsked {
  query: ThreatQuery
  key: string
}

export function threatCsvAsked({ site }: Edition, given: Static<typeof ThreatCsvQuery>): ThreatCsvAsked {
  const query = threatQuery(new URLSearchParams(given))
  // A file must not contain more than was requested.
  if (given.region !== undefined && query.region === undefined) throw new Fault('bad-request')
  if (!isRegion(site, query.region)) throw new Fault('not-found', unknownRegion(query.region))
  return { query, key: threatAddress(THREAT_CSV_PATH, query) }
}

export async function makeThreatCsv(
  { config }: Pick<AppContext, 'config'>,
  { edition, answers }: ObservedHeld,
  { query, key }: ThreatCsvAsked,
): Promise<Computed> {
  const answer = await makeAnswer({
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${threatCsvName(edition, query)}"`,
    },
    body: writeThreatCsv(edition, query),
    before: answers.lastMade(key)?.answer,
  })
  return { key, answer, headersIn: sharedIn(config, { isTurning: false }) }
}
