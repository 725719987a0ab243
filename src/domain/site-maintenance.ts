import { DEMO_IDENTITY_PATH } from './account/sign-on-paths.ts'

/** O-02: staff closed the site for a while. */
export interface SiteMaintenance {
  /** Leave empty for the default text. */
  message: string
  endsAt: Date | null
}

export const USUAL_MAINTENANCE_WORDS = 'We are working on this site and will be back soon.'

/** What reaches the sign-in of staff, and those who watch over the process; and a link from a message always works. */
const OPEN_PATHS: readonly string[] = [
  '/healthz',
  '/readyz',
  '/robots.txt',
  '/site.webmanifest',
  '/sign-in',
  '/sign-out',
  '/account-settings',
  '/unsubscribe',
  '/api/validate-email',
  '/api/resend/verification',
  // The sign-in page stands in the shell, which needs both.
  '/api/global',
  '/api/edition',
]
const OPEN_FOLDERS: readonly string[] = [
  '/admin',
  '/api/admin',
  // What programs report must not be lost because readers see another page.
  '/api/v1',
  '/user',
  '/api/user',
  '/api/unsubscribe',
  '/sso',
  DEMO_IDENTITY_PATH,
]

/** O-02: whether a path answers as usual while all others say that the site is in maintenance. */
export function isOpenDuringMaintenance(path: string): boolean {
  return (
    OPEN_PATHS.includes(path) ||
    OPEN_FOLDERS.some((folder) => path === folder || path.startsWith(`${folder}/`))
  )
}

/** When to come again while nobody knows the end. */
const RETRY_AFTER_S = 300

export function retryAfterS(endsAt: Date | null, now: Date): number {
  const untilEndS = endsAt === null ? 0 : Math.ceil((endsAt.getTime() - now.getTime()) / 1000)
  return untilEndS > 0 ? untilEndS : RETRY_AFTER_S
}
