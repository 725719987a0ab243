// Writes the list of forbidden common passwords: `node scripts/run.mjs scripts/write-common-passwords.ts`. A test
// compares it.
import { writeFile } from 'node:fs/promises'
import { COMMON_PASSWORDS_FILE, commonPasswords } from './common-passwords.ts'

await writeFile(COMMON_PASSWORDS_FILE, commonPasswords())
