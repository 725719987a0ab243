type OidcProvider = typeof import('oidc-provider')

/**
 * Loaded on first use, because it takes a third of a second. On Node 20 it prints that only newer versions are
 * supported. Operators of a demo need not act on that, so we drop the warning.
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
