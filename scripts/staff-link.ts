// Prints a one-time sign-in link for staff, for when the identity provider is down.
import { makeStaffLink } from '../src/accounts/staff-link/make-staff-link.ts'
import { STAFF_LINK_HELP, staffLinkRequest } from '../src/accounts/staff-link/staff-link-request.ts'
import { connect } from '../src/db/connect.ts'
import { findRunning } from '../src/db/embedded/find-running.ts'
import type { Role } from '../src/domain/access.ts'
import { type Config, readConfig } from '../src/server/config.ts'

/** As shells have it: 1 for what did not work, 2 for a command that is wrong. */
const FAILED = 1
const WRONG_COMMAND = 2

const request = staffLinkRequest(process.argv.slice(2))
switch (request.kind) {
  case 'help':
    console.log(STAFF_LINK_HELP)
    break
  case 'wrong':
    end(WRONG_COMMAND, request.line)
    break
  case 'make':
    await printLink(request)
}

async function printLink({ role, minutes }: { role: Role; minutes: number }) {
  const read = readConfig(process.env)
  if (read.kind === 'wrong') return end(FAILED, read.line)
  const database = await findDatabase(read.config)
  if (database.kind === 'refused') return end(FAILED, database.line)
  const { db, close } = connect(database.url)
  try {
    const { publicUrl } = read.config
    const made = await makeStaffLink(db, { role, minutes, publicUrl, now: new Date() })
    if (made.kind === 'locked') return end(FAILED, `The emergency account of ${role} is locked.`)
    console.log(`Signs in once as ${role}, until ${made.expiresAt.toISOString()} (${minutes} minutes):`)
    console.log(made.link)
  } catch (error) {
    // Whatever the driver says of the way there, it does not name the password.
    end(
      FAILED,
      `The link could not be made: ${(error as Error).message || (error as { code?: string }).code}`,
    )
  } finally {
    await close()
  }
}

async function findDatabase({ databaseUrl, dataDir }: Config) {
  return databaseUrl === undefined ? findRunning(dataDir) : { kind: 'running' as const, url: databaseUrl }
}

function end(code: number, line: string) {
  console.error(line)
  process.exitCode = code
}
