import type { v1IncidentCalls } from '../../../contract/v1/incidents.ts'
import type { V1Record } from '../../../contract/v1/record.ts'
import type { V1CallName } from '../../../contract/v1/v1-calls.ts'
import { mayEditAsProgram } from '../../../domain/newsroom/may-edit.ts'
import { amendPostMortem, type GivenPostMortem } from '../../../publishing/automation/amend-post-mortem.ts'
import { postUpdate } from '../../../publishing/life/post-update.ts'
import { reopenRecord } from '../../../publishing/life/reopen-record.ts'
import { resolveRecord } from '../../../publishing/life/resolve-record.ts'
import { Fault } from '../../http/faults.ts'
import { dueOf } from '../admin/post-mortems.ts'
import { askedByPeople, noSuchRecord, postMortemFault } from '../record-faults.ts'
import { placesOf, statusAndSeverity } from './names-in-request.ts'
import { amend, open, outsideLimitOfRecord, versionOfHeader } from './open-and-amend.ts'
import { resolveAct, step, timeOf, updateAct } from './step.ts'
import { accepted, passOf, recordForProgram, type V1Asked, type V1Handlers } from './v1-asked.ts'

const kind = 'incident'

export const v1IncidentHandlers: V1Handlers<keyof typeof v1IncidentCalls> = {
  'POST /api/v1/incidents': (asked) => open(asked, kind, asked.input),

  'PATCH /api/v1/incidents/:id': (asked) => amend(asked, kind, asked.input),

  'POST /api/v1/incidents/:id/updates': async (asked) => {
    const { context, input: said } = asked
    const chosen = await statusAndSeverity(asked, said)
    const nextUpdate = timeOf('next_update_at', said.next_update_at)
    const postedOn = timeOf('posted_at', said.posted_at)
    const places = await placesOf(asked, said)
    // Subscribers expect current news, so past records are published without notifying unless the program
    // insists.
    const notifiesOfThePast = said.notify ?? false
    const act = updateAct({ ...chosen, ...places, nextUpdate, postedOn, notifiesOfThePast })
    return step(asked, { kind, said, act }, (stepping) =>
      postUpdate(context.newsroom.db, {
        ...stepping,
        ...chosen,
        ...places,
        nextUpdate,
        postedOn,
        notifiesOfThePast,
      }),
    )
  },

  'POST /api/v1/incidents/:id/resolve': (asked) => {
    const { context, input: said } = asked
    const closedOn = timeOf('closed_at', said.closed_at)
    const { post_mortem_due_on: day } = said
    const postMortem =
      day === undefined ? undefined : dueOf({ due_on: day, is_waived: day === null }, 'post_mortem_due_on')
    const act = { ...resolveAct(closedOn), ...(postMortem !== undefined && { post_mortem: postMortem }) }
    return step(asked, { kind, said, act }, (stepping) =>
      resolveRecord(context.newsroom.db, { ...stepping, closedOn, postMortem }),
    )
  },

  'PUT /api/v1/incidents/:id/post-mortem': (asked) => writePostMortem(asked, { isWhole: true }),

  'PATCH /api/v1/incidents/:id/post-mortem': (asked) => writePostMortem(asked, { isWhole: false }),

  'POST /api/v1/incidents/:id/post-mortem/publish': (asked) =>
    writePostMortem({ ...asked, input: { ...asked.input, publish: true } }, { isWhole: false }),

  'POST /api/v1/incidents/:id/reopen': (asked) =>
    step(asked, { kind, said: asked.input, act: { act: 'reopen' } }, (stepping) =>
      reopenRecord(asked.context.newsroom.db, stepping),
    ),
}

type Asked = Pick<V1Asked<V1CallName>, 'context' | 'token' | 'actor' | 'now' | 'key' | 'request'> & {
  input: GivenPostMortem & {
    id: number
    due_on?: string | null
    publish?: boolean
    notify?: boolean
    version?: number
  }
}

async function writePostMortem(asked: Asked, { isWhole }: { isWhole: boolean }): Promise<{ data: V1Record }> {
  const { context, token, actor, now, key, request, input } = asked
  const { id, due_on, publish = false, notify, version, ...given } = input
  const amended = await amendPostMortem(context.newsroom.db, {
    recordId: id,
    version: version ?? versionOfHeader(request.headers['if-match']),
    given: partsOf(given),
    isWhole,
    due: due_on === undefined ? undefined : dueOf({ due_on, is_waived: false }),
    publishes: publish,
    notifies: notify,
    mayEdit: mayEditAsProgram('incident', token.limit),
    pass: passOf(token),
    actor,
    now,
    key,
  })
  switch (amended.kind) {
    case 'amended': {
      const answer = await recordForProgram(asked, { id })
      return amended.isWaiting ? accepted(answer) : answer
    }
    case 'not-allowed':
      throw (await outsideLimitOfRecord(asked, { id })) ?? noSuchRecord(id, 'incident')
    case 'no-such-record':
    case 'not-an-incident':
      throw noSuchRecord(id, 'incident')
    case 'asked-by-people':
      throw askedByPeople()
    case 'typed-by-staff':
      throw new Fault('conflict', {
        message: amended.isBeside
          ? 'People have changed this post-mortem and not published that yet. Send your change with "publish": true to change only what readers see, or leave it to them.'
          : 'People have written on this post-mortem and not published it yet. Read the record, then send "post_mortem.version" as "version" with your change, or leave it to them.',
      })
    default:
      throw postMortemFault(amended, { now, keyField: 'Idempotency-Key' })
  }
}

function partsOf({
  what_happened,
  impact,
  why,
  what_we_do,
  body_format,
  actions,
}: GivenPostMortem): GivenPostMortem {
  return {
    ...(what_happened !== undefined && { what_happened }),
    ...(impact !== undefined && { impact }),
    ...(why !== undefined && { why }),
    ...(what_we_do !== undefined && { what_we_do }),
    ...(body_format !== undefined && { body_format }),
    ...(actions !== undefined && { actions }),
  }
}
