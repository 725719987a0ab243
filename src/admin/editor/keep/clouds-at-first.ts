import type { Choices } from '../../../contract/admin/choices.ts'

/** None: whoever is told of something wrong is told by somebody's choice. Where there is one cloud, there is no choice. */
export function cloudsAtFirst({ clouds }: Pick<Choices, 'clouds'>): number[] {
  const offered = clouds.filter(({ is_retired }) => !is_retired).map(({ id }) => id)
  return offered.length === 1 ? offered : []
}
