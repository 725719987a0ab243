/** where the employee login begins, and where the identity provider sends people back to. */
export const SIGN_ON_PATH = '/sso/login'
export const SIGN_ON_CALLBACK_PATH = '/sso/callback'

/** The demo identity provider: everything under this path, and its issuer. */
export const DEMO_IDENTITY_PATH = '/demo-identity'
