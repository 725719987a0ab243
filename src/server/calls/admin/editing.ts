import { mayEditAs } from '../../../domain/newsroom/may-edit.ts'
import { actorOf } from '../../http/actor-of.ts'
import type { Asked } from '../asked.ts'

type Who = Pick<Asked<'POST /api/admin/records'>, 'context' | 'viewer' | 'request'>

/** Who changes a record, what they may change, and when. */
export function editing({ context, viewer, request }: Who) {
  return {
    actor: actorOf(viewer, { capability: 'edit-records', request }),
    mayEdit: mayEditAs(viewer),
    now: context.clock(),
  }
}
