import { dictionary } from '@zxcvbn-ts/language-common'

export const COMMON_PASSWORDS_FILE = 'src/accounts/passwords/common-passwords.txt'

const HOW_MANY = 3_000

export function commonPasswords(): string {
  const commonest = dictionary['passwords-common'].slice(0, HOW_MANY)
  return `${commonest.join('\n')}\n`
}
