import type { EditionHead } from './edition-head.ts'

/** Clocks differ. A head from further ahead than this would keep out every right one until then. */
const MOST_AHEAD_MS = 5 * 60_000

export type HeadVerdict =
  | { kind: 'same' }
  /** The same file, confirmed later. */
  | { kind: 'confirmed' }
  | { kind: 'newer' }
  | { kind: 'refused'; line: string }

/** Whether a site that follows one head goes on to the next. Both are signed; what is told apart here is an old one. */
export function judgeHead(next: EditionHead, held: EditionHead | undefined, now: Date): HeadVerdict {
  const verifiedAt = Date.parse(next.verified_at)
  if (verifiedAt - now.getTime() > MOST_AHEAD_MS) {
    return refused(`it was written at ${next.verified_at}, which is still to come: check the clocks`)
  }
  if (held === undefined) return { kind: 'newer' }
  const heldSince = Date.parse(held.verified_at)
  const isSameEdition = next.history === held.history && next.number === held.number
  const isSameFile = isSameEdition && next.file === held.file && next.sha256 === held.sha256
  if (isSameFile && verifiedAt === heldSince) return { kind: 'same' }
  const isSameHistory = next.history === held.history
  const isBehind = isSameHistory && next.number < held.number
  if (isBehind) return refused(`it names edition ${next.number}, and edition ${held.number} is held`)
  // A later edition is later whatever the clock of the worker says that wrote it; two workers have two.
  if (isSameHistory && next.number > held.number) return { kind: 'newer' }
  if (verifiedAt <= heldSince) {
    return refused(`it was written at ${next.verified_at}, and the one held at ${held.verified_at}`)
  }
  return isSameFile ? { kind: 'confirmed' } : { kind: 'newer' }
}

function refused(line: string): HeadVerdict {
  return { kind: 'refused', line }
}
