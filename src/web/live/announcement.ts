import type { Loaded } from '../../ui/account/loaded.ts'
import type { PageState } from '../page-state.ts'
import type { VerdictData } from '../parts/verdict.tsx'

const PAGE_UPDATED = 'This page was updated.'

/** What a screen reader says when a page changed by itself: the new verdict if it has one, nothing if nothing changed. */
export function announcement(
  before: PageState | undefined,
  after: PageState | undefined,
): string | undefined {
  if (after === undefined || contentOf(before) === contentOf(after)) return undefined
  const sentence = verdictOf(after)
  return sentence !== undefined && sentence !== verdictOf(before) ? sentence : PAGE_UPDATED
}

function contentOf(state: PageState | undefined): string | undefined {
  return JSON.stringify(state, (name, value) => (name === TIME_OF_ANSWER ? undefined : value))
}

/** Time goes on without a publication, too; pages that tell it have it in their data by this name. */
const TIME_OF_ANSWER = 'now'

/** Pages that open with a verdict have it in their data by this name. */
function verdictOf(state: PageState | undefined): string | undefined {
  if (state?.kind !== 'found') return undefined
  const { verdict } = state.data as { verdict?: Loaded<VerdictData> }
  return verdict?.kind === 'loaded' ? verdict.value.trouble + verdict.value.rest : undefined
}
