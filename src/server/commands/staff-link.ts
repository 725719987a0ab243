import { makeStaffLink } from '../../accounts/staff-link/make-staff-link.ts'
import { STAFF_LINK_HELP, staffLinkRequest } from '../../accounts/staff-link/staff-link-request.ts'
import { connect } from '../../db/connect.ts'
import type { Role } from '../../domain/access.ts'
import { readConfig } from '../config.ts'
import { complain, FAILED, runningDatabase, WRONG_COMMAND } from './command-line.ts'

export async function staffLink(typed: readonly string[]): Promise<number> {
  const request = staffLinkRequest(typed)
  switch (request.kind) {
    case 'help':
      console.log(STAFF_LINK_HELP)
      return 0
    case 'wrong':
      return complain(WRONG_COMMAND, request.line)
    case 'make':
      return printLink(request)
  }
}

async function printLink({ role, minutes }: { role: Role; minutes: number }): Promise<number> {
  const read = readConfig(process.env)
  if (read.kind === 'wrong') return complain(FAILED, read.line)
  const database = await runningDatabase(read.config)
  if (database.kind === 'refused') return complain(FAILED, database.line)
  const { db, close } = connect(database.url)
  try {
    const { publicUrl } = read.config
    const made = await makeStaffLink(db, { role, minutes, publicUrl, now: new Date() })
    if (made.kind === 'locked') return complain(FAILED, `The emergency account of ${role} is locked.`)
    console.log(`Signs in once as ${role}, until ${made.expiresAt.toISOString()} (${minutes} minutes):`)
    console.log(made.link)
    return 0
  } catch (error) {
    // The driver's connection errors don't contain the password.
    return complain(
      FAILED,
      `The link could not be made: ${(error as Error).message || (error as { code?: string }).code}`,
    )
  } finally {
    await close()
  }
}
