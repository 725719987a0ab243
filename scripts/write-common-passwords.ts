// Writes the list of passwords that nobody may choose: `node scripts/run.mjs scripts/write-common-passwords.ts`. A test holds it against this.
import { writeFile } from 'node:fs/promises'
import { COMMON_PASSWORDS_FILE, commonPasswords } from './common-passwords.ts'

await writeFile(COMMON_PASSWORDS_FILE, commonPasswords())
