import type { V1Record } from '../../../contract/v1/record.ts'
import type { V1CallName } from '../../../contract/v1/v1-calls.ts'
import { mayEditAsProgram } from '../../../domain/newsroom/may-edit.ts'
import { amendPostMortem, type GivenPostMortem } from '../../../publishing/automation/amend-post-mortem.ts'
import { Fault } from '../../http/faults.ts'
import { dueOf } from '../admin/post-mortems.ts'
import { askedByPeople, postMortemFault } from '../record-faults.ts'
import { accepted, passOf } from './accepted.ts'
import { outsideLimitOfRecord, versionOfHeader } from './open-and-amend.ts'
import { noSuchRecord, recordForProgram } from './record-for-program.ts'
import type { V1Asked } from './v1-asked.ts'

type Asked = Pick<V1Asked<V1CallName>, 'context' | 'token' | 'actor' | 'now' | 'key' | 'request'> & {
  input: GivenPostMortem & {
    id: number
    due_on?: string | null
    publish?: boolean
    notify?: boolean
    version?: number
  }
}

export async function writePostMortem(
  asked: Asked,
  { isWhole }: { isWhole: boolean },
): Promise<{ data: V1Record }> {
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

/** Only the words: the rest of the request isn't part of them. */
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
