import type { AnswerOfCall, InputOfCall } from './call.ts'
import {
  changeEmail,
  changePassword,
  changeTimeZone,
  deleteAccount,
  downloadData,
  endSessions,
  getSettings,
  listSessions,
} from './own-account.ts'
import {
  beforeLogin,
  confirmEmail,
  details,
  forgotPassword,
  login,
  logout,
  register,
  reportActivity,
  resendVerification,
  resetPassword,
  useStaffLink,
  validateEmail,
  verifyEmail,
} from './signing-in.ts'

/** Every call about a person, by method and address. The browser takes only the types from here. */
export const calls = {
  'POST /api/user/before-login': beforeLogin,
  'POST /api/user/login': login,
  'POST /user/logout': logout,
  'POST /api/user/details': details,
  'POST /api/user/activity': reportActivity,
  'POST /api/validate-email': validateEmail,
  'POST /api/user/register': register,
  'POST /api/resend/verification': resendVerification,
  'POST /api/user/verify': verifyEmail,
  'POST /api/user/password': forgotPassword,
  'POST /api/user/password/reset': resetPassword,
  'POST /api/user/email/confirm': confirmEmail,
  'POST /api/user/staff-link': useStaffLink,
  'GET /api/user/:uid/settings': getSettings,
  'POST /api/user/:uid/password': changePassword,
  'POST /api/user/:uid/email': changeEmail,
  'POST /api/user/:uid/timezone': changeTimeZone,
  'GET /api/user/:uid/sessions': listSessions,
  'POST /api/user/:uid/sessions/end': endSessions,
  'GET /api/user/:uid/data': downloadData,
  'POST /api/user/:uid/delete': deleteAccount,
}

export type Calls = typeof calls
export type CallName = keyof Calls
export type CallInput<C extends CallName> = InputOfCall<Calls[C]>
export type CallAnswer<C extends CallName> = AnswerOfCall<Calls[C]>
