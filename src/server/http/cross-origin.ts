/** For what is the same for everyone: scripts and pages of any other site may read it. Cookies are never sent along. */
export const OPEN_TO_ALL: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag',
  'cross-origin-resource-policy': 'cross-origin',
}

/** What browsers ask before a script may send a header of its own, such as If-None-Match. */
export function preflightHeaders(methods: string): Record<string, string> {
  return {
    ...OPEN_TO_ALL,
    'access-control-allow-methods': methods,
    'access-control-allow-headers': 'content-type, if-none-match, mcp-protocol-version, mcp-session-id',
    'access-control-max-age': '86400',
  }
}
