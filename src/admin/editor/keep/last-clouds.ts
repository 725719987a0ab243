import type { Choices } from '../../../contract/admin/choices.ts'
import { readStored } from '../../../web/device-storage.ts'

export const CLOUDS_OF_LAST_TIME = 'candor-last-clouds'

/** The clouds that somebody chose last, here; at first all of them, for nobody must be forgotten. */
export function cloudsAtFirst({ clouds }: Choices): number[] {
  const offered = clouds.filter(({ is_retired }) => !is_retired).map(({ id }) => id)
  const last = lastTime().filter((id) => offered.includes(id))
  return last.length > 0 ? last : offered
}

function lastTime(): number[] {
  try {
    const ids: unknown = JSON.parse(readStored(CLOUDS_OF_LAST_TIME) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : []
  } catch {
    return []
  }
}
