/** Where a form has more than one password, what is missing has its field's name. */
export const CURRENT_PASSWORD_MISSING = 'Please enter your current password'
