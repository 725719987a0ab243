/** where the employee login begins, and where the identity provider redirects back to. */
export const SIGN_ON_PATH = '/sso/login'
export const SIGN_ON_CALLBACK_PATH = '/sso/callback'

export const DEMO_IDENTITY_PATH = '/demo-identity'
