import {
  FOLLOW_CONFIRM_PATH,
  FOLLOW_MANAGE_PATH,
  FOLLOW_PATH,
  FOLLOW_REFUSE_PATH,
  followPageAddress,
} from '../follow-choice.ts'
import { unsubscribeAddress, unsubscribeAsked } from '../notifying/unsubscribe-address.ts'
import { secondStepAddress, secondStepAsked } from './second-step-address.ts'
import { originOf, signInAddress, signInAsked, withAsked } from './sign-in-address.ts'
import { tokenOf } from './token-of.ts'

export const FORM_PATHS = [
  '/sign-in',
  '/sign-up',
  '/sign-out',
  '/user/second-step',
  '/user/password',
  '/user/password/reset',
  '/user/verify',
  '/user/email/confirm',
  '/user/staff-link',
  '/unsubscribe',
  FOLLOW_PATH,
  FOLLOW_CONFIRM_PATH,
  FOLLOW_MANAGE_PATH,
  FOLLOW_REFUSE_PATH,
] as const
export type FormPath = (typeof FORM_PATHS)[number]

export function isFormPath(path: string): path is FormPath {
  return (FORM_PATHS as readonly string[]).includes(path)
}

export function formPageAddress(path: FormPath, query: URLSearchParams): string {
  switch (path) {
    case '/sign-in':
      return signInAddress(signInAsked(query))
    case '/sign-up':
      return withAsked(path, { origin: originOf(query) })
    case '/user/second-step':
      return secondStepAddress(secondStepAsked(query))
    case '/sign-out':
      return path
    case '/user/password':
      return isLinkSent(query) ? LINK_SENT_ADDRESS : path
    case '/unsubscribe':
      return unsubscribeAddress(unsubscribeAsked(query))
    case FOLLOW_PATH:
    case FOLLOW_CONFIRM_PATH:
    case FOLLOW_MANAGE_PATH:
    case FOLLOW_REFUSE_PATH:
      return followPageAddress(path, query)
    default: {
      const token = tokenOf(query)
      return token === undefined ? path : `${path}?token=${token}`
    }
  }
}

/** where the page says that a link was sent, if the account exists. */
export const LINK_SENT_ADDRESS = '/user/password?notice=sent'

export function isLinkSent(query: URLSearchParams): boolean {
  return query.get('notice') === 'sent'
}
