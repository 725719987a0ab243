import type { Choices } from '../../../contract/admin/choices.ts'

/** Empty, unless there is only one cloud: who is notified must be a deliberate choice. */
export function cloudsAtFirst({ clouds }: Pick<Choices, 'clouds'>): number[] {
  const offered = clouds.filter(({ is_retired }) => !is_retired).map(({ id }) => id)
  return offered.length === 1 ? offered : []
}
