import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { forgetDemoMark } from '../../db/demo.ts'
import { forgetDemoIdentity } from '../../db/demo-identity.ts'
import { type EndedCredentials, endCredentialsOfIssuersAt } from '../../db/staff.ts'
import { DEMO_IDENTITY_PATH } from '../../domain/account/sign-on-paths.ts'

export async function endDemoCredentials(db: Kysely<DB>, at: Date): Promise<EndedCredentials> {
  const ended = await endCredentialsOfIssuersAt(db, { path: DEMO_IDENTITY_PATH, at })
  await forgetDemoIdentity(db)
  return ended
}

/** Removes the mark, so that the provider does not return when a variable is missing at a later start. */
export async function endDemo(db: Kysely<DB>, at: Date): Promise<EndedCredentials> {
  const ended = await endDemoCredentials(db, at)
  await forgetDemoMark(db)
  return ended
}
