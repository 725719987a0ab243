import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { findOwnCalendar } from '../../accounts/calendar/own-calendar.ts'
import { makeTurns } from '../../accounts/turns.ts'
import { OWN_CALENDAR_FOLDER, secretOfFile } from '../../domain/account/own-calendar-address.ts'
import { networkOfSubject } from '../../domain/account/subject-of-address.ts'
import type { Subscription } from '../../domain/notifying/subscription.ts'
import { type Answer, makeAnswer } from '../../edition/answer.ts'
import { CALENDAR_TYPE } from '../../edition/documents/calendar/calendar-family.ts'
import { cloudsOfCalendar, writeOwnCalendar } from '../../edition/documents/calendar/own-calendar.ts'
import type { Held } from '../../edition/hold-edition.ts'
import { cachedOrMade } from '../answers/cached-or-made.ts'
import { type AccountContext, heldEdition, refuseWithoutDatabase } from '../context.ts'
import { clientOf } from '../edge/take-turns.ts'
import { Fault, throttledFault } from '../http/faults.ts'
import { ANYONE } from '../http/guard.ts'
import { sendAnswer } from '../http/send-answer.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'

/** Calendar apps poll and usually get a 304. Shared caches must not store a personal calendar. */
const OWN_CACHE = 'private, no-cache'
/** Open to anyone. Calendar services ask for many users from one address. */
const LINE = { atOnce: 4, longestLine: 300, mostOfOne: 100, groupOf: networkOfSubject }

const PATH = `${OWN_CALENDAR_FOLDER}:file`

/**
 * L-03: the maintenance that a user subscribes to. The secret URL is the only authorization; cookies are
 * ignored.
 */
export function ownCalendarRoutes(app: FastifyInstance, context: AccountContext) {
  const turns = makeTurns(LINE)
  app.get(
    PATH,
    { config: ANYONE, schema: { hide: true, params: Type.Object({ file: Type.String() }) } },
    async (request, reply) => {
      refuseWithoutDatabase(context)
      const held = heldEdition(context)
      const client = clientOf(request)
      const subscriptions = await turns.take(client, () =>
        context.accounts.inTime(subscriptionsAt(context, request)),
      )
      return sendAnswer(request, reply, await answerTo(context, held, { subscriptions, client }))
    },
  )
  refuseOtherMethods(app, PATH)
}

async function subscriptionsAt(
  { accounts, clock }: AccountContext,
  { params, ip }: FastifyRequest,
): Promise<readonly Subscription[]> {
  const secret = secretOfFile((params as { file: string }).file)
  if (secret === undefined) throw new Fault('not-found')
  const found = await findOwnCalendar(accounts.desk.db, { secret, address: ip, now: clock() })
  switch (found.kind) {
    case 'found':
      return found.subscriptions
    case 'unknown':
      throw new Fault('not-found')
    case 'throttled':
      throw throttledFault(found)
  }
}

/** Cached by content, under a key that is not a URL path: users with the same subscriptions share one answer. */
function answerTo(
  context: AccountContext,
  held: Held,
  { subscriptions, client }: { subscriptions: readonly Subscription[]; client: string },
): Answer | Promise<Answer> {
  const key = `calendar of clouds ${cloudsOfCalendar(subscriptions)}`
  return cachedOrMade(context, held, { key, client }, async ({ edition }) => ({
    key,
    answer: await makeAnswer({
      headers: { 'content-type': CALENDAR_TYPE, 'cache-control': OWN_CACHE },
      body: writeOwnCalendar(edition, {
        subscriptions,
        publicUrl: context.config.publicUrl,
        isGovDeployment: context.config.isGov,
      }),
    }),
  }))
}
