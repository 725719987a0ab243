/** Why a reader was sent to the sign-in page, as its address says it. */
export type SignInNotice = 'subscribe' | 'settings'

export function signInNotice(query: URLSearchParams): SignInNotice | undefined {
  const notice = query.get('notice')
  return notice === 'subscribe' || notice === 'settings' ? notice : undefined
}

export function signInAddress(notice: SignInNotice | undefined): string {
  return notice === undefined ? '/sign-in' : `/sign-in?notice=${notice}`
}

/** U-12, A-17 */
export function signInNoticeText(notice: SignInNotice, provider: string): string {
  switch (notice) {
    case 'subscribe':
      return `Please sign in or sign up to receive email notifications from ${provider}.`
    case 'settings':
      return 'Please sign in or sign up to change user settings.'
  }
}
