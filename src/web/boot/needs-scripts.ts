/** Written by the server or by this site's own code; see `flash.ts` and `cloud-cookies.ts` in `src/domain`. */
const OWN_COOKIES = /(?:^|; )(?:csrf_token|candor_flash|cloud)=./
/** Dismissed banners are hidden by the script in the head. Anything else stored here changes the page. */
const OWN_ENTRIES = /^candor-(?!dismissed$)/
/** With a selection of services or an open post, a page needs scripts to be complete. */
const SCRIPTED_QUERIES = ['mine', 'post']

/** Whether this reader should see something else than the server's HTML, which is the same for everyone. */
export function needsScripts({
  cookies,
  stored,
  hash,
  search,
}: {
  cookies: string
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
