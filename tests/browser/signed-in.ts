import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { openSession } from '../../src/accounts/open-session.ts'
import type { OpenedBy, Role } from '../../src/domain/access.ts'
import { sessionCookies } from '../../src/domain/account/session-cookies.ts'
import type { OwnSite } from './own-site.ts'

export async function enterAs(
  page: Page,
  { url, db }: OwnSite,
  { uid, openedBy = 'password' }: { uid: number; openedBy?: OpenedBy },
) {
  const userAgent = await page.evaluate(() => navigator.userAgent)
  const origin = { address: '203.0.113.7', userAgent }
  const tokens = await openSession(db, { userId: uid, openedBy, origin, now: new Date() })
  await page.context().addCookies(
    sessionCookies(tokens, { isSecure: false }).map((cookie) => {
      const [name = '', value = ''] = (cookie.split('; ')[0] ?? '').split('=')
      return { url, name, value, httpOnly: cookie.endsWith('HttpOnly'), sameSite: 'Lax' as const }
    }),
  )
}

export interface StaffMember {
  uid: number
  email: string
}

export async function makeStaff({ db }: OwnSite, roles: readonly Role[]): Promise<StaffMember> {
  const subject = randomBytes(6).toString('hex')
  const email = `${subject}@northwall.example`
  const { id: uid } = await db
    .insertInto('users')
    .values({
      email,
      email_verified_at: new Date(),
      oidc_issuer: 'https://identity.example',
      oidc_subject: subject,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const role of roles) await db.insertInto('user_roles').values({ user_id: uid, role }).execute()
  return { uid, email }
}

/** Moving the clock must not time out pending requests. */
export async function untilQuiet(page: Page) {
  await page.locator('header summary[title*="@"]').waitFor()
  await page.waitForLoadState('networkidle')
}

export function toastOf(page: Page, text: string | RegExp) {
  return page.locator('[aria-live="polite"] p').filter({ hasText: text })
}
