/** For answers that are the same for everyone: scripts of any other site may read them. Cookies are never included. */
export const OPEN_TO_ALL: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag',
  'cross-origin-resource-policy': 'cross-origin',
}

/** Answers the preflight request that browsers make before a script may send headers such as If-None-Match. */
export function preflightHeaders(methods: string): Record<string, string> {
  return {
    ...OPEN_TO_ALL,
    'access-control-allow-methods': methods,
    'access-control-allow-headers': 'content-type, if-none-match, mcp-protocol-version, mcp-session-id',
    'access-control-max-age': '86400',
  }
}
