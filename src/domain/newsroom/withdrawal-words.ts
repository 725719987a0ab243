export const WITHDRAWAL_REASON_CHARACTERS = 300

/** The reason as it follows "because". */
export function tidyReason(typed: string): string {
  const reason = typed
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^because\s+/i, '')
    .replace(/\.$/, '')
  const [first = ''] = reason.split(' ', 1)
  // Names and abbreviations keep their capital.
  return FIRST_WORDS.has(first) ? first.toLowerCase() + reason.slice(first.length) : reason
}

const FIRST_WORDS: ReadonlySet<string> = new Set(
  "A An All It Its It’s It's No Our That The Their There These They This Those We Wrong".split(' '),
)

export function withdrawalWords(reason: string | null, on: string): string {
  return `withdrawn on ${on}${becauseWords(reason)}`
}

export function becauseWords(reason: string | null): string {
  return reason === null ? '.' : ` because ${reason}.`
}
