/** Numbers are padded, so that files sort in the order of their editions. */
const NUMBER_LENGTH = 12
const DIGEST_LENGTH = 8

export const HEAD_NAME = 'head.json'
export const IMAGES_FOLDER = 'images'

/** `edition-000000000042-1a2b3c4d.candor`: different content has a different name, so a file never changes. */
export function editionName({ number, sha256 }: { number: number; sha256: string }): string {
  return `edition-${String(number).padStart(NUMBER_LENGTH, '0')}-${sha256.slice(0, DIGEST_LENGTH)}.candor`
}

const NAME = /^edition-\d{12,}-[0-9a-f]{8}\.candor$/

/** Names are untrusted input and become paths and URLs, so nothing else is accepted. */
export function isEditionName(name: string): boolean {
  return NAME.test(name)
}

/**
 * Files to delete: all but the newest, and never the current one. If the current one `isNewest`, files with higher
 * numbers are from before a restore, so they are the oldest.
 */
export function namesToForget(
  names: readonly string[],
  { keep, current, isNewest = false }: { keep: number; current: string; isNewest?: boolean },
): string[] {
  const others = names.filter((name) => isEditionName(name) && name !== current).sort()
  const isBeforeRestore = (name: string) => isNewest && numberOf(name) > numberOf(current)
  const oldestFirst = [...others.filter(isBeforeRestore), ...others.filter((name) => !isBeforeRestore(name))]
  return oldestFirst.slice(0, Math.max(0, others.length - (keep - 1)))
}

/** With its zeros: an edition may have several files. */
function numberOf(name: string): string {
  return name.split('-')[1] ?? ''
}
