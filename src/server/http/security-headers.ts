import { createHash } from 'node:crypto'

/** Trusted Types policies that may turn strings into markup or script URLs; see `ui/trusted-types.ts`. */
const PUBLIC_POLICIES = ['candor']
/** The last one is the text editor's, for pasted content. */
const ADMIN_POLICIES = [...PUBLIC_POLICIES, 'candor-inert', 'ProseMirrorClipboard']

interface PolicyOptions {
  isHttps: boolean
  inlineScripts: readonly string[]
  /** Undefined for a site without a server, which can't receive reports. */
  reportsTo?: string | undefined
}

export function securityHeaders(options: PolicyOptions): Record<string, string> {
  const { isHttps, reportsTo } = options
  return {
    'content-security-policy': policyWith(PUBLIC_POLICIES, options),
    ...(reportsTo !== undefined && { 'reporting-endpoints': `csp="${reportsTo}"` }),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}

/** Replaces the public policy. Unlike other pages, the editor parses HTML before it is sanitized. */
export function adminPolicy(options: PolicyOptions): string {
  return policyWith(ADMIN_POLICIES, options)
}

function policyWith(
  trustedTypes: readonly string[],
  { isHttps, inlineScripts, reportsTo }: PolicyOptions,
): string {
  const hashes = inlineScripts.map((script) => `'sha256-${sha256(script)}'`)
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    ['trusted-types', ...trustedTypes].join(' '),
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
    // Browsers that support `report-to` ignore `report-uri`.
    ...(reportsTo === undefined ? [] : ['report-to csp', `report-uri ${reportsTo}`]),
  ].join('; ')
}

function sha256(text: string) {
  return createHash('sha256').update(text).digest('base64')
}

/** For answers that are the same for everyone: scripts of any other site may read them. Cookies are never included. */
export const OPEN_TO_ALL: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag',
  'cross-origin-resource-policy': 'cross-origin',
}

export function preflightHeaders(methods: string): Record<string, string> {
  return {
    ...OPEN_TO_ALL,
    'access-control-allow-methods': methods,
    'access-control-allow-headers': 'content-type, if-none-match, mcp-protocol-version, mcp-session-id',
    'access-control-max-age': '86400',
  }
}
