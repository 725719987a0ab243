import type { NewState, v1SiteCalls } from '../../../contract/v1/site.ts'
import type { V1CallName } from '../../../contract/v1/v1-calls.ts'
import { reportState, type StateReport } from '../../../publishing/alerts/report-state.ts'
import { htmlOfBody } from '../../../publishing/automation/content-of-fields.ts'
import {
  cloudsWithStates,
  dataCentersWithStates,
  servicesWithStates,
} from '../../../publishing/automation/states-of-things.ts'
import { Fault } from '../../http/faults.ts'
import { wrongFields } from '../asked.ts'
import { askedByPeople } from '../record-faults.ts'
import { outsideLimitFault } from './open-and-amend.ts'
import { accepted, passOf, recordForProgram, type V1Asked, type V1Handlers } from './v1-asked.ts'

export const v1SiteHandlers: V1Handlers<keyof typeof v1SiteCalls> = {
  'GET /api/v1/clouds': async ({ context }) => ({ data: await cloudsWithStates(context.newsroom.db) }),

  'GET /api/v1/services': async ({ context, input }) => ({
    data: await servicesWithStates(context.newsroom.db, input.cloud),
  }),

  'GET /api/v1/data-centers': async ({ context, input }) => ({
    data: await dataCentersWithStates(context.newsroom.db, input.cloud),
  }),

  'PUT /api/v1/services/:tid/state': (asked) => receiveState(asked, 'service', asked.input),
  'POST /api/v1/services/:tid/state': (asked) => receiveState(asked, 'service', asked.input),
  'PUT /api/v1/data-centers/:tid/state': (asked) => receiveState(asked, 'data-center', asked.input),
  'POST /api/v1/data-centers/:tid/state': (asked) => receiveState(asked, 'data-center', asked.input),
}

async function receiveState(
  asked: Pick<V1Asked<V1CallName>, 'context' | 'token' | 'actor' | 'now' | 'key'>,
  kind: StateReport['thing']['kind'],
  { tid, state, message, body_format, title, publish, notify }: NewState & { tid: number },
) {
  const { context, token, actor, now, key } = asked
  const outcome = await reportState(context.newsroom.db, {
    tokenId: token.id,
    limit: token.limit,
    pass: passOf(token),
    actor,
    now,
    key,
    thing: { kind, tid },
    state,
    message: message === undefined ? '' : htmlOfBody(message, body_format),
    title,
    publishes: publish ?? true,
    notifies: notify ?? true,
  })
  switch (outcome.kind) {
    case 'no-such-thing':
      throw new Fault('not-found', { message: `There is no ${kind.replace('-', ' ')} ${tid}.` })
    case 'wrong':
      throw wrongFields(outcome.errors)
    case 'asked-by-people':
      throw askedByPeople()
    case 'outside-limit':
      throw await outsideLimitFault(asked, outcome)
    case 'opened':
    case 'updated':
    case 'resolved':
    case 'reopened':
    case 'unchanged': {
      const { recordId: id } = outcome
      const record = id === null ? null : (await recordForProgram(asked, { id })).data
      const answer = { data: { outcome: outcome.kind, record } }
      return outcome.isWaiting ? accepted(answer) : answer
    }
  }
}
