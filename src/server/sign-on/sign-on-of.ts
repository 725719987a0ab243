import type { Config } from '../config.ts'

export type SignOnConfig = Pick<Config, 'isTrustDR' | 'oidc' | 'hasDemo'>

/** how staff sign in here. The demo's provider never runs beside a real one, nor without the demo. */
export function signOnOf({ isTrustDR, oidc, hasDemo }: SignOnConfig): 'configured' | 'demo' | 'none' {
  if (isTrustDR) return 'none'
  if (oidc !== undefined) return 'configured'
  return hasDemo ? 'demo' : 'none'
}

/** Then every page says so. */
export function isOpenToAnyone(config: SignOnConfig & Pick<Config, 'isDemoOpen'>): boolean {
  return config.isDemoOpen && signOnOf(config) === 'demo'
}
