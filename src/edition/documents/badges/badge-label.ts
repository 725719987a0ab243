/** Longer words of one's own make no badge. */
export const LONGEST_BADGE_LABEL = 40

/**
 * Words that somebody put into an address, as a badge may show them: what is drawn, in one line. Signs that turn the
 * direction of what follows would reach beyond the words.
 */
export function badgeLabel(asked: string | undefined): string | undefined {
  if (asked === undefined) return undefined
  const drawn = asked
    .replace(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  const label = [...drawn].slice(0, LONGEST_BADGE_LABEL).join('').trim()
  return label === '' ? undefined : label
}
