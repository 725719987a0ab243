import type { Config } from '../config.ts'

/** how staff sign in here. The demo's provider never runs beside a real one, nor without the demo. */
export function signOnOf({
  isTrustDR,
  oidc,
  hasDemo,
}: Pick<Config, 'isTrustDR' | 'oidc' | 'hasDemo'>): 'configured' | 'demo' | 'none' {
  if (isTrustDR) return 'none'
  if (oidc !== undefined) return 'configured'
  return hasDemo ? 'demo' : 'none'
}
