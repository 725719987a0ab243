type OidcProvider = typeof import('oidc-provider')

/**
 * Only when the demo's provider is used: it takes a third of a second to load. On Node 20 it then prints that only newer
 * ones are supported; for a demo nobody needs to act on that, and a console that cries wolf hides what matters.
 */
export async function loadOidcProvider(): Promise<OidcProvider> {
  const warn = console.warn
  console.warn = (...said: unknown[]) => {
    if (!String(said[0]).includes('oidc-provider WARNING: Unsupported runtime')) warn(...said)
  }
  try {
    return await import('oidc-provider')
  } finally {
    console.warn = warn
  }
}
