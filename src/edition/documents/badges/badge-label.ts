export const LONGEST_BADGE_LABEL = 40

/**
 * A label from a URL, made safe for a badge: printable characters on one line. Bidirectional control characters are
 * removed, since they would affect text beyond the label.
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
