import { type SignInAsked, type SignInNotice, signInAddress } from './sign-in-address.ts'

export interface ProtectedPage {
  notice: SignInNotice | undefined
}

export function protectedPage(path: string): ProtectedPage | undefined {
  if (path === '/subscribe') return { notice: 'subscribe' }
  if (path === '/account-settings' || /^\/user\/[^/]+\/edit$/.test(path)) return { notice: 'settings' }
  if (path === '/admin' || path.startsWith('/admin/')) return { notice: undefined }
  return undefined
}

/** G-19: where to send a user without a session, with the way back to the exact place. */
export function signInInstead({
  path,
  search = '',
  hash = '',
  isEnded = false,
}: {
  path: string
  search?: string
  hash?: string
  isEnded?: boolean
}): string | undefined {
  const page = protectedPage(path)
  if (page === undefined) return undefined
  return signInAddress({
    notice: isEnded ? 'session-ended' : page.notice,
    origin: path + search + hash,
  })
}

export function isSignInNeeded({ notice, origin }: SignInAsked): boolean {
  const path = origin?.replace(/[?#].*$/, '')
  return notice !== undefined || (path !== undefined && protectedPage(path) !== undefined)
}
