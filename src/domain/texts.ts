/** Texts that the specification fixes to the letter. */

export const NO_RECORDS_IN_LIST = 'There are no records'
export const NO_RECORDS_IN_NOTIFICATIONS = 'There are no records.'
export const POST_NOT_ON_THIS_CLOUD = 'Post not available on this cloud.'
export const NO_RECORD_FOUND = 'No records found.'
export const NO_MAP_DATA = 'Data is not available for this cloud.'
export const NO_COMPLIANCE_ROWS = 'No rows'
export const COMPLIANCE_COLUMN_TITLES = [
  'Feature/Capability Description',
  'Estimated Date of JAB Approval',
] as const
export const SERVICE_UNAVAILABLE = 'The service is temporarily unavailable.'
export const SIGN_UP_COMPLETED = 'Congratulations! You have successfully completed the sign up process.'

export const PASSWORD_MISSING = 'Please enter your Password'
export const PASSWORD_TOO_WEAK =
  'Password should be of minimum 5 character & include at least 1 uppercase alphabet and 1 number'
export const RESEND_VERIFICATION =
  'If you can not find the email, click here to resend the verification email.'
export const SIGNED_IN = 'You have successfully logged in!'
export const SIGNED_OUT = 'You have successfully logged out!'
/** required, but never triggered. */
export const SIGN_OUT_WARNING = 'You will be logged out automatically in 4 second.'

export const EMAIL_VERIFIED = 'Your email address is verified.'
export const VERIFIED_WITHOUT_PASSWORD =
  'Your email address is verified. To sign in, please set a new password with “Forgot password”.'
export const EMAIL_CHANGED = 'Your new email address is confirmed.'
/** */
export const SIGNED_UP =
  'You have successfully signed up! Please open the link in the email that we have sent you, to verify your address.'

/** U-05 */
export const SUBSCRIBED_TO_ALL = 'You have successfully subscribed to all the service notifications.'
export const UNSUBSCRIBED_FROM_ALL = 'You have successfully unsubscribed from all the service notifications.'
/** U-06 */
export const SUBSCRIBED_TO_REGION = 'You have successfully subscribed to all the services.'
export const UNSUBSCRIBED_FROM_REGION = 'You have successfully unsubscribed from all the services.'

/** U-04 */
export function subscribedTo(name: string): string {
  return `You have successfully subscribed to the ${name} notifications.`
}

export function unsubscribedFrom(name: string): string {
  return `You have successfully unsubscribed from the ${name} notifications.`
}

/** U-01 */
export function subscriptionCount(count: number): string {
  return `${count} Subscription(s)`
}

/** for programs. Pages have their own wording. */
export const WRONG_CSRF_TOKEN = 'The header X-CSRF-Token is missing or wrong. Load the page again.'
