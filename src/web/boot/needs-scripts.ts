/** Written by the server or by this site's own code; see `flash.ts` and `cloud-cookies.ts` in `src/domain`. */
const OWN_COOKIES = /(?:^|; )(?:csrf_token|candor_flash|cloud)=./
/** Dismissed banners are hidden by the script in the head. Anything else stored here changes the page. */
const OWN_ENTRIES = /^candor-(?!dismissed$)/
/** A selection of services, an open post, a search: their pages need scripts to be complete. */
const SCRIPTED_QUERIES = ['mine', 'post', 'search', 'address']

/**
 * Whether the page in the server's HTML, which is the same for everyone, is not yet the one this reader should see: they
 * are signed in, or have stars, a time zone or a theme on this device, or follow a link to a part of the page.
 */
export function needsScripts({
  cookies,
  stored,
  hash,
  search,
}: {
  cookies: string
  /** Names of what is in the storage of this device. */
  stored: readonly string[]
  hash: string
  search: string
}): boolean {
  const query = new URLSearchParams(search)
  return (
    hash !== '' ||
    SCRIPTED_QUERIES.some((name) => query.has(name)) ||
    OWN_COOKIES.test(cookies) ||
    stored.some((name) => OWN_ENTRIES.test(name))
  )
}
