/** Names the field, since the form has several passwords. */
export const CURRENT_PASSWORD_MISSING = 'Please enter your current password'
