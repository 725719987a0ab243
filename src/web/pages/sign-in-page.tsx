import { signInAsked, signInNoticeText } from '../../domain/account/sign-in-address.ts'
import { unavailablePage } from '../shell/unavailable.tsx'

/** U-12: a reader who came here for a reason is told it. */
export const signInPage = unavailablePage('Sign In', ({ query, global }) => {
  const { notice } = signInAsked(query)
  return notice === undefined ? undefined : signInNoticeText(notice, global.provider.name)
})
export const passwordPage = unavailablePage('Forgot Password')
export const settingsPage = unavailablePage('Settings')
