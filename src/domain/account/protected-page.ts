import { type SignInNotice, signInAddress } from './sign-in-address.ts'

export interface ProtectedPage {
  /** Why one has to sign in for it, where there is more to say than that. */
  notice: SignInNotice | undefined
}

/** G-19: the pages that are for signed-in readers alone. */
export function protectedPage(path: string): ProtectedPage | undefined {
  if (path === '/subscribe') return { notice: 'subscribe' }
  if (path === '/account-settings' || /^\/user\/[^/]+\/edit$/.test(path)) return { notice: 'settings' }
  if (path === '/admin' || path.startsWith('/admin/')) return { notice: undefined }
  return undefined
}

/** G-19: where a reader without a session goes instead, to come back to the very place. */
export function signInInstead({
  path,
  search = '',
  hash = '',
  isEnded = false,
}: {
  path: string
  search?: string
  hash?: string
  /** The reader was signed in, so that is what there is to say. */
  isEnded?: boolean
}): string | undefined {
  const page = protectedPage(path)
  if (page === undefined) return undefined
  return signInAddress({
    notice: isEnded ? 'session-ended' : page.notice,
    origin: path + search + hash,
  })
}
