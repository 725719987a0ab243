import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { forgetDemoMark } from '../../db/demo.ts'
import { forgetDemoIdentity } from '../../db/demo-identity.ts'
import { endCredentialsOfIssuersAt } from '../../db/staff.ts'
import { DEMO_IDENTITY_PATH } from '../../domain/account/sign-on-paths.ts'

/** Whoever signed in by the demo's provider counts as staff no longer than it runs, with all that they left behind. */
export async function endDemoCredentials(db: Kysely<DB>, at: Date): Promise<void> {
  await endCredentialsOfIssuersAt(db, { path: DEMO_IDENTITY_PATH, at })
  await forgetDemoIdentity(db)
}

/** The content stays, as anybody's own; the provider does not come back by itself, say when a variable is forgotten. */
export async function endDemo(db: Kysely<DB>, at: Date): Promise<void> {
  await endDemoCredentials(db, at)
  await forgetDemoMark(db)
}
