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
