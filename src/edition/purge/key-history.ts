import type { Edition } from '../edition.ts'
import { changedKeys, SITE_KEY } from './surrogate-keys.ts'

/** Publications that another process told of, or that failed to be told. */
const KEPT_EDITIONS = 100

/** What changed with each of the last editions: caches may have been told of an earlier one by another process. */
export function keyHistory() {
  let newest: Edition | undefined
  let changes: { since: number; number: number; keys: readonly string[] }[] = []
  return {
    add(edition: Edition) {
      if (edition === newest) return
      const isNext =
        newest !== undefined && newest.history === edition.history && newest.number < edition.number
      changes = isNext
        ? [
            ...changes.slice(1 - KEPT_EDITIONS),
            { since: newest?.number ?? 0, number: edition.number, keys: changedKeys(newest, edition) },
          ]
        : []
      newest = edition
    },
    /** All that changed after that edition; everything, when nobody here knows what that was. */
    keysSince(number: number | undefined): string[] {
      const first = changes[0]
      const isKnown = number !== undefined && first !== undefined && first.since <= number
      if (!isKnown) return [SITE_KEY]
      return [...new Set(changes.filter((change) => change.number > number).flatMap(({ keys }) => keys))]
    },
  }
}
