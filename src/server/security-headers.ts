import { createHash } from 'node:crypto'

/** Sent with every answer. Only our own files run; what is inline is known by its hash. */
export function securityHeaders({
  isHttps,
  inlineScripts,
}: {
  isHttps: boolean
  inlineScripts: readonly string[]
}): Record<string, string> {
  const hashes = inlineScripts.map((script) => `'sha256-${sha256(script)}'`)
  const policy = [
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
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}

function sha256(text: string) {
  return createHash('sha256').update(text).digest('base64')
}
