/** Also for Slack, where the same three characters are special. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;')
}

/** For values in any quotes, where others write the surrounding markup. */
export function escapeInAnyQuotes(text: string): string {
  return escapeAttribute(text).replaceAll("'", '&#39;')
}

/** XML 1.0 can't represent most control characters, not even escaped. */
export function withoutIllegalXml(text: string): string {
  return text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
}
