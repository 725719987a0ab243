/** Numbers are padded, so that files stand in the order of their editions. */
const NUMBER_LENGTH = 12
const DIGEST_LENGTH = 8

export const HEAD_NAME = 'head.json'

/** `edition-000000000042-1a2b3c4d.candor`: another content has another name, so a file never changes. */
export function editionName({ number, sha256 }: { number: number; sha256: string }): string {
  return `edition-${String(number).padStart(NUMBER_LENGTH, '0')}-${sha256.slice(0, DIGEST_LENGTH)}.candor`
}

const NAME = /^edition-\d{12,}-[0-9a-f]{8}\.candor$/

/** Names come from elsewhere, and become paths and addresses: nothing but such a name is one. */
export function isEditionName(name: string): boolean {
  return NAME.test(name)
}

/** The files of a place that may go: all but the newest, and never the one that readers are sent to. */
export function namesToForget(
  names: readonly string[],
  { keep, current }: { keep: number; current: string },
): string[] {
  const others = names.filter((name) => isEditionName(name) && name !== current).sort()
  return others.slice(0, Math.max(0, others.length - (keep - 1)))
}
