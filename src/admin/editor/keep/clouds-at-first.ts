import type { Choices } from '../../../contract/admin/choices.ts'

/** Empty, so that notified clouds are always a deliberate choice. A single cloud is preselected. */
export function cloudsAtFirst({ clouds }: Pick<Choices, 'clouds'>): number[] {
  const offered = clouds.filter(({ is_retired }) => !is_retired).map(({ id }) => id)
  return offered.length === 1 ? offered : []
}
