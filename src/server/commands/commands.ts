import { backup, restore, verify } from './backups.ts'
import { exportStatic } from './export-static.ts'
import { editionKey, lostKey } from './keys.ts'
import { staffLink } from './staff-link.ts'

export const COMMANDS: Record<string, (typed: readonly string[]) => Promise<number>> = {
  backup,
  'edition-key': editionKey,
  'export-static': exportStatic,
  'lost-key': lostKey,
  restore,
  'staff-link': staffLink,
  verify,
}
