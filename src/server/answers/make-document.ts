import type { Static } from 'typebox'
import type { ThreatCsvQuery } from '../../contract/threats.ts'
import { type ThreatQuery, threatAddress, threatQuery } from '../../domain/threats/threat-query.ts'
import { makeAnswer } from '../../edition/answer.ts'
import type { Computed } from '../../edition/answer-cache.ts'
import { unknownRegion } from '../../edition/answers/answer-outcome.ts'
import type { DocumentFound, DocumentRoute } from '../../edition/documents/document.ts'
import { type Edition, isRegion } from '../../edition/edition.ts'
import type { ObservedHeld } from '../../edition/observe.ts'
import { threatCsvName, writeThreatCsv } from '../../edition/threats/write-threat-csv.ts'
import type { AppContext } from '../context.ts'
import { sharedIn } from '../http/cache-control.ts'
import { Fault } from '../http/faults.ts'
import { OPEN_TO_ALL } from '../http/security-headers.ts'
import { endOfMinuteOf, minuteOf } from './read-answer.ts'

interface DocumentAsked {
  route: DocumentRoute
  found: DocumentFound
}

export async function makeDocument(
  { config, signer }: Pick<AppContext, 'config' | 'signer'>,
  { edition, answers }: ObservedHeld,
  { route, found }: DocumentAsked,
  now: Date,
): Promise<Computed> {
  const { publicUrl } = config
  if (found.isOfSigner && signer === undefined) throw new Fault('not-found')
  const view = {
    edition,
    now: minuteOf(now).start,
    publicUrl,
    isGovDeployment: config.isGov,
    ...(signer !== undefined && { signer }),
  }
  const written = found.write(view)
  const { until, signedAt } = written
  const isSigned = signedAt !== undefined && signer !== undefined
  const body = isSigned ? await signer.sign(written.body, signedAt) : written.body
  const answer = await makeAnswer({
    headers: {
      'content-type': route.type,
      ...OPEN_TO_ALL,
      ...route.headers,
    },
    body,
    expiresAt: endOfMinuteOf(until),
    before: answers.lastMade(found.address)?.answer,
  })
  const { cloud, record } = found
  const shared = sharedIn(config, { isTurning: until !== undefined, cloud, record })
  return {
    key: found.isKept === false ? undefined : found.address,
    answer,
    headersIn: (held, turnsAt) => ({ ...shared(held, turnsAt), ...route.headers }),
  }
}

export const THREAT_CSV_PATH = '/threats.csv'

interface ThreatCsvAsked {
  query: ThreatQuery
  key: string
}

export function threatCsvAsked({ site }: Edition, given: Static<typeof ThreatCsvQuery>): ThreatCsvAsked {
  const query = threatQuery(new URLSearchParams(given))
  // Refuse an unknown region: the file must not contain more than was requested.
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
