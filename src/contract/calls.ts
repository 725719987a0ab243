import { approvalCalls } from './admin/approvals.ts'
import { auditCalls } from './admin/audit.ts'
import { choiceCalls } from './admin/choices.ts'
import { dashboardCalls } from './admin/dashboard.ts'
import { figureCalls } from './admin/figures.ts'
import { importCalls } from './admin/imports.ts'
import { logCalls } from './admin/log.ts'
import { peopleCalls } from './admin/people.ts'
import { postMortemCalls } from './admin/post-mortems.ts'
import { presenceCalls } from './admin/presence.ts'
import { recordLifeCalls } from './admin/record-life.ts'
import { recordListCalls } from './admin/record-lists.ts'
import { recordCalls } from './admin/records.ts'
import { senderCalls } from './admin/senders.ts'
import { seriesCalls } from './admin/series.ts'
import { siteCalls } from './admin/site.ts'
import { subscriberCalls } from './admin/subscribers.ts'
import { suppressionCalls } from './admin/suppressions.ts'
import { teamCalls } from './admin/team.ts'
import { templateCalls } from './admin/templates.ts'
import { tokenCalls } from './admin/tokens.ts'
import type { AnswerOfCall, InputOfCall } from './call.ts'
import {
  addChannel,
  changeChannel,
  listChannels,
  removeChannel,
  rotateSecret,
  testChannel,
} from './channels.ts'
import {
  getSentPublication,
  listDeadDeliveries,
  listSentPublications,
  previewRecipients,
  retryDeliveries,
  searchDeliveries,
} from './deliveries.ts'
import {
  aboutMailLink,
  askForMailLink,
  confirmFollow,
  enterByMailLink,
  follow,
  followPost,
  listFollowedPosts,
  refuseFollowMails,
} from './follow.ts'
import {
  changeEmail,
  changePassword,
  changeTimeZone,
  deleteAccount,
  downloadData,
  endSessions,
  getCalendar,
  getSettings,
  listSessions,
  makeCalendar,
  removeCalendar,
} from './own-account.ts'
import {
  addPasskey,
  confirmApp,
  confirmByPasskey,
  confirmSecondStep,
  getSecondFactor,
  removeApp,
  removePasskey,
  renewRecoveryCodes,
  secondStepOptions,
  startApp,
  startPasskey,
  turnOffSecondFactor,
} from './second-factor.ts'
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
import {
  dryRun,
  getNotificationSubscriptions,
  getSubscriptions,
  subscribe,
  subscribeToNotifications,
} from './subscriptions.ts'
import { aboutUnsubscribing, unsubscribe } from './unsubscribing.ts'

/** The browser imports only the types. */
export const calls = {
  'POST /api/user/before-login': beforeLogin,
  'POST /api/user/login': login,
  'POST /api/user/second-step': confirmSecondStep,
  'POST /api/user/second-step/passkey/options': secondStepOptions,
  'POST /api/user/second-step/passkey': confirmByPasskey,
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
  'GET /api/user/:uid/second-factor': getSecondFactor,
  'POST /api/user/:uid/second-factor/app': startApp,
  'POST /api/user/:uid/second-factor/app/confirm': confirmApp,
  'POST /api/user/:uid/second-factor/app/remove': removeApp,
  'POST /api/user/:uid/second-factor/passkeys/options': startPasskey,
  'POST /api/user/:uid/second-factor/passkeys': addPasskey,
  'POST /api/user/:uid/second-factor/passkeys/:passkey/remove': removePasskey,
  'POST /api/user/:uid/second-factor/recovery-codes': renewRecoveryCodes,
  'POST /api/user/:uid/second-factor/off': turnOffSecondFactor,
  'GET /api/user/:uid/sessions': listSessions,
  'POST /api/user/:uid/sessions/end': endSessions,
  'GET /api/user/:uid/data': downloadData,
  'POST /api/user/:uid/delete': deleteAccount,
  'GET /api/user/:uid/calendar': getCalendar,
  'POST /api/user/:uid/calendar': makeCalendar,
  'POST /api/user/:uid/calendar/remove': removeCalendar,
  'POST /api/subscriptions': getSubscriptions,
  'POST /api/subscribe': subscribe,
  'POST /api/user_notifications': getNotificationSubscriptions,
  'POST /api/notification_manage_subscription': subscribeToNotifications,
  'POST /api/subscriptions/dry-run': dryRun,
  'GET /api/user/:uid/channels': listChannels,
  'POST /api/user/:uid/channels': addChannel,
  'POST /api/user/:uid/channels/:channel': changeChannel,
  'POST /api/user/:uid/channels/:channel/test': testChannel,
  'POST /api/user/:uid/channels/:channel/secret': rotateSecret,
  'POST /api/user/:uid/channels/:channel/remove': removeChannel,
  'POST /api/follow': follow,
  'POST /api/follow/confirm': confirmFollow,
  'POST /api/follow/refuse': refuseFollowMails,
  'POST /api/follow/manage/about': aboutMailLink,
  'POST /api/follow/manage': enterByMailLink,
  'POST /api/follow/link': askForMailLink,
  'POST /api/follow/posts': listFollowedPosts,
  'POST /api/follow/post': followPost,
  'POST /api/unsubscribe/about': aboutUnsubscribing,
  'POST /api/unsubscribe': unsubscribe,
  'GET /api/admin/records/:id/recipients': previewRecipients,
  'GET /api/admin/deliveries': listSentPublications,
  'GET /api/admin/deliveries/publications/:id': getSentPublication,
  'GET /api/admin/deliveries/dead': listDeadDeliveries,
  'POST /api/admin/deliveries/retry': retryDeliveries,
  'POST /api/admin/deliveries/search': searchDeliveries,
  ...dashboardCalls,
  ...choiceCalls,
  ...recordCalls,
  ...recordLifeCalls,
  ...approvalCalls,
  ...recordListCalls,
  ...logCalls,
  ...postMortemCalls,
  ...presenceCalls,
  ...teamCalls,
  ...templateCalls,
  ...seriesCalls,
  ...siteCalls,
  ...peopleCalls,
  ...tokenCalls,
  ...senderCalls,
  ...auditCalls,
  ...figureCalls,
  ...suppressionCalls,
  ...subscriberCalls,
  ...importCalls,
}

export type Calls = typeof calls
export type CallName = keyof Calls
export type CallInput<C extends CallName> = InputOfCall<Calls[C]>
export type CallAnswer<C extends CallName> = AnswerOfCall<Calls[C]>
