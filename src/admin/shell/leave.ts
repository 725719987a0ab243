import { flashCookie } from '../../domain/account/flash.ts'
import { signOut } from '../../ui/account/session.ts'
import { writeCookie } from '../../ui/parts/write-cookie.ts'

/** N-09: out, home, and said there: the site is another document. */
export async function leave() {
  await signOut()
  writeCookie(flashCookie('signed-out', { isSecure: location.protocol === 'https:' }))
  location.assign('/')
}
