import type { Loaded } from '../../ui/account/loaded.ts'
import type { PageState } from '../page-state.ts'
import type { VerdictData } from '../parts/verdict.tsx'

const PAGE_UPDATED = 'This page was updated.'

/** What screen readers announce when a page updates automatically. */
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

/** Property with the current time in page data; it changes without a publication. */
const TIME_OF_ANSWER = 'now'

function verdictOf(state: PageState | undefined): string | undefined {
  if (state?.kind !== 'found') return undefined
  const { verdict } = state.data as { verdict?: Loaded<VerdictData> }
  return verdict?.kind === 'loaded' ? verdict.value.trouble + verdict.value.rest : undefined
}
