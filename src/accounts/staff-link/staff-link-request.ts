import { parseArgs } from 'node:util'
import { isRole, ROLES, type Role } from '../../domain/access.ts'
import { AUTH_COOKIE_MAX_AGE_S, IDLE_SIGN_OUT_S } from '../../domain/constants.ts'

export type StaffLinkRequest =
  | { kind: 'make'; role: Role; minutes: number }
  | { kind: 'help' }
  | { kind: 'wrong'; line: string }

const DEFAULT_MINUTES = 30
const LONGEST_MINUTES = 1_440

export const STAFF_LINK_HELP = `Usage: npm run staff-link -- --role <role> [--minutes <1…${LONGEST_MINUTES}>]

Prints a link that signs in once with one role, for when the identity provider is down.
Run it where Candor runs and with the same settings: PUBLIC_URL begins the link, DATA_DIR or DATABASE_URL
says where it is kept. Creating and using a link are both recorded in the audit log. The session it opens has the usual limits: it ends after ${IDLE_SIGN_OUT_S / 3600} hours without activity, and ${AUTH_COOKIE_MAX_AGE_S / 3600} hours after the sign-in at the latest.

  --role      one of ${ROLES.slice(0, 4).join(', ')},
              ${ROLES.slice(4).join(', ')}
  --minutes   how long the link can be used; default: ${DEFAULT_MINUTES}
  --help      this text`

export function staffLinkRequest(typed: readonly string[]): StaffLinkRequest {
  const values = valuesOf(typed)
  if (values === undefined) return wrong('Invalid arguments. Try --help.')
  if (values.help === true) return { kind: 'help' }
  const { role, minutes = String(DEFAULT_MINUTES) } = values
  if (role === undefined) return wrong(`--role is missing. It is one of ${ROLES.join(', ')}.`)
  if (!isRole(role)) return wrong(`There is no role "${role}". It is one of ${ROLES.join(', ')}.`)
  const isDuration = /^[1-9]\d{0,3}$/.test(minutes) && Number(minutes) <= LONGEST_MINUTES
  if (!isDuration) return wrong(`--minutes must be a number from 1 to ${LONGEST_MINUTES}, not "${minutes}".`)
  return { kind: 'make', role, minutes: Number(minutes) }
}

function valuesOf(typed: readonly string[]) {
  try {
    return parseArgs({
      args: [...typed],
      options: {
        role: { type: 'string' },
        minutes: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values
  } catch {
    return undefined
  }
}

function wrong(line: string): StaffLinkRequest {
  return { kind: 'wrong', line }
}
