import { PASSWORD_LEAST_CHARACTERS } from '../constants.ts'
import { PASSWORD_MISSING, PASSWORD_TOO_WEAK } from '../texts.ts'

/** Hashing costs by the byte, and no one types more. */
const MOST_CHARACTERS = 256

/** shown beside the field in advance, including the server's rule. */
export const PASSWORD_REQUIREMENTS = `At least ${PASSWORD_LEAST_CHARACTERS} characters, one uppercase letter, one number. The most common passwords, such as Password1, are refused.`

export function passwordProblem(password: string): string | undefined {
  if (password === '') return PASSWORD_MISSING
  const isLongEnough = [...password].length >= PASSWORD_LEAST_CHARACTERS
  const isMixed = /\p{Lu}/u.test(password) && /\p{Nd}/u.test(password)
  if (!isLongEnough || !isMixed) return PASSWORD_TOO_WEAK
  return password.length > MOST_CHARACTERS
    ? `Password should be of maximum ${MOST_CHARACTERS} character`
    : undefined
}
