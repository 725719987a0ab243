import { cookieIn } from '../cookies.ts'
import {
  EMAIL_CHANGED,
  EMAIL_VERIFIED,
  SIGNED_IN,
  SIGNED_OUT,
  SIGNED_UP,
  VERIFIED_WITHOUT_PASSWORD,
} from '../texts.ts'

/** Messages shown once after a redirect, when the previous step was on another site or ran without scripts. */
const FLASHES = {
  'signed-in': SIGNED_IN,
  'signed-out': SIGNED_OUT,
  'signed-up': SIGNED_UP,
  'email-verified': EMAIL_VERIFIED,
  'password-ended': VERIFIED_WITHOUT_PASSWORD,
  'email-changed': EMAIL_CHANGED,
  'unknown-cloud': "We don't know the cloud in this link, so we ignored it.",
} as const
export type Flash = keyof typeof FLASHES

export function flashText(flash: Flash): string {
  return FLASHES[flash]
}

const COOKIE = 'candor_flash'
/** Enough for a slow page, and too short to reappear in a later visit. */
const MAX_AGE_S = 60

export function flashCookie(flash: Flash, { isSecure }: { isSecure: boolean }): string {
  return `${COOKIE}=${flash}; ${attributes(MAX_AGE_S, isSecure)}`
}

export function clearedFlashCookie({ isSecure }: { isSecure: boolean }): string {
  return `${COOKIE}=; ${attributes(0, isSecure)}`
}

export function flashOfCookies(cookies: string): string | undefined {
  const flash = cookieIn(cookies, COOKIE)
  return flash !== undefined && Object.hasOwn(FLASHES, flash) ? FLASHES[flash as Flash] : undefined
}

function attributes(maxAgeS: number, isSecure: boolean) {
  return `Max-Age=${maxAgeS}; Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`
}
