import type { Config } from '../config.ts'

export type SignOnConfig = Pick<Config, 'isTrustDR' | 'oidc' | 'hasDemo'>

/** how staff sign in. The demo provider never runs next to a real one, or without the demo. */
export function signOnOf({ isTrustDR, oidc, hasDemo }: SignOnConfig): 'configured' | 'demo' | 'none' {
  if (isTrustDR) return 'none'
  if (oidc !== undefined) return 'configured'
  return hasDemo ? 'demo' : 'none'
}

export function isOpenToAnyone(config: SignOnConfig & Pick<Config, 'isDemoOpen'>): boolean {
  return config.isDemoOpen && signOnOf(config) === 'demo'
}
