import { OWN_CALENDAR_FOLDER } from './own-calendar-address.ts'
import { DEMO_IDENTITY_PATH } from './sign-on-paths.ts'

/** Section 7 of the specification: calls that sign in, sign up, or change subscriptions. */
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
  '/follow',
  '/api/follow',
]
const FOLDERS: readonly string[] = ['/user/', '/follow/', '/api/follow/']
/** Even reads there belong to one user, to staff or to a program. */
export const CLOSED_FOLDERS: readonly string[] = ['/api/user/', '/api/admin/', '/api/v1/']
/** The employee login also acts on GET, because it redirects from site to site. */
export const SIGN_ON_FOLDERS: readonly string[] = ['/sso/', `${DEMO_IDENTITY_PATH}/`]

/** O-06: whether a request needs accounts. Reading a page doesn't. */
export function isAccountCall(method: string, path: string): boolean {
  const isClosed = [...CLOSED_FOLDERS, ...SIGN_ON_FOLDERS, OWN_CALENDAR_FOLDER].some((folder) =>
    path.startsWith(folder),
  )
  if (isClosed) return true
  const isRead = method === 'GET' || method === 'HEAD'
  return !isRead && (ACCOUNT_CALLS.includes(path) || FOLDERS.some((folder) => path.startsWith(folder)))
}
