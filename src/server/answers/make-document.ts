import { makeAnswer } from '../../edition/answer.ts'
import type { Computed } from '../../edition/answer-cache.ts'
import type { DocumentFound, DocumentRoute } from '../../edition/documents/document.ts'
import type { ObservedHeld } from '../../edition/observe.ts'
import type { AppContext } from '../context.ts'
import { sharedIn } from '../http/cache-control.ts'
import { Fault } from '../http/faults.ts'
import { OPEN_TO_ALL } from '../http/security-headers.ts'
import { endOfMinuteOf, minuteOf } from './read-answer.ts'

export interface DocumentAsked {
  route: DocumentRoute
  found: DocumentFound
}

/** L-03: makes a document for third-party programs. */
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
