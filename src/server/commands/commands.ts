import { backup } from './backup.ts'
import { editionKey } from './edition-key.ts'
import { exportStatic } from './export-static.ts'
import { lostKey } from './lost-key.ts'
import { restore } from './restore.ts'
import { staffLink } from './staff-link.ts'
import { verify } from './verify.ts'

export const COMMANDS: Record<string, (typed: readonly string[]) => Promise<number>> = {
  backup,
  'edition-key': editionKey,
  'export-static': exportStatic,
  'lost-key': lostKey,
  restore,
  'staff-link': staffLink,
  verify,
}
