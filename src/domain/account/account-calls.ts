import { OWN_CALENDAR_FOLDER } from './own-calendar-address.ts'
import { DEMO_IDENTITY_PATH } from './sign-on-paths.ts'

/** Section 7 of the specification: what signs in, signs up, or changes what somebody is told of. */
export const ACCOUNT_CALLS: readonly string[] = [
  '/api/subscriptions',
  '/api/subscriptions/dry-run',
  '/api/subscribe',
  '/api/user_notifications',
  '/api/notification_manage_subscription',
  '/api/unsubscribe',
  '/api/unsubscribe/about',
  '/api/validate-email',
  '/api/resend/verification',
  '/sign-in',
  '/sign-up',
  '/sign-out',
  '/subscribe',
  '/unsubscribe',
  '/account-settings',
]
const FOLDERS: readonly string[] = ['/user/']
/** What is read there is of one user, of staff or of a program, too. */
export const CLOSED_FOLDERS: readonly string[] = ['/api/user/', '/api/admin/', '/api/v1/']
/** The employee login acts by GET, too: there a reader is led from site to site. */
export const SIGN_ON_FOLDERS: readonly string[] = ['/sso/', `${DEMO_IDENTITY_PATH}/`]

/** O-06: whether a request needs accounts. Reading a page does not. */
export function isAccountCall(method: string, path: string): boolean {
  const isClosed = [...CLOSED_FOLDERS, ...SIGN_ON_FOLDERS, OWN_CALENDAR_FOLDER].some((folder) =>
    path.startsWith(folder),
  )
  if (isClosed) return true
  const isRead = method === 'GET' || method === 'HEAD'
  return !isRead && (ACCOUNT_CALLS.includes(path) || FOLDERS.some((folder) => path.startsWith(folder)))
}
