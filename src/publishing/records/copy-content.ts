import { factsOf, factsToStore } from '../../domain/csaf/advisory-facts.ts'
import { emptyContent } from '../../domain/newsroom/empty-content.ts'
import type { RecordContent } from '../../domain/newsroom/record-content.ts'

export function copyContent(content: RecordContent): RecordContent {
  const {
    status_id,
    from_time,
    to_time,
    actual_from_time,
    actual_to_time,
    closed_on,
    next_update,
    internal,
  } = emptyContent({ kind: content.kind })
  return {
    ...content,
    status_id,
    from_time,
    to_time,
    actual_from_time,
    actual_to_time,
    closed_on,
    next_update,
    internal,
    place_states: [],
    redirect: null,
    advisory: factsToStore({ ...factsOf(content.advisory), product_status: null }),
  }
}
