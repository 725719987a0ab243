import { flashCookie } from '../../domain/account/flash.ts'
import { signOut } from '../../ui/account/session.ts'
import { writeCookie } from '../../ui/parts/write-cookie.ts'

/** N-09: sign out and go home. The message goes along in a cookie, because the site is another document. */
export async function leave() {
  await signOut()
  writeCookie(flashCookie('signed-out', { isSecure: location.protocol === 'https:' }))
  location.assign('/')
}
