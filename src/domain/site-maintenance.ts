import { DEMO_IDENTITY_PATH } from './account/sign-on-paths.ts'

/** O-02: staff closed the site for a while. */
export interface SiteMaintenance {
  /** Empty: the default text. */
  message: string
  endsAt: Date | null
}

export const USUAL_MAINTENANCE_WORDS = 'We are working on this site and will be back soon.'

/** What staff need to sign in, and what monitoring needs. Links in messages always work, too. */
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
  // The sign-in page is part of the shell, which needs both.
  '/api/global',
  '/api/edition',
]
const OPEN_FOLDERS: readonly string[] = [
  '/admin',
  '/api/admin',
  // Reports from programs must not be lost while the site is closed to readers.
  '/api/v1',
  '/user',
  '/api/user',
  '/api/unsubscribe',
  '/sso',
  DEMO_IDENTITY_PATH,
]

/** O-02: whether a path works as usual while the rest of the site is in maintenance. */
export function isOpenDuringMaintenance(path: string): boolean {
  return (
    OPEN_PATHS.includes(path) ||
    OPEN_FOLDERS.some((folder) => path === folder || path.startsWith(`${folder}/`))
  )
}

/** If the end is unknown. */
const RETRY_AFTER_S = 300

export function retryAfterS(endsAt: Date | null, now: Date): number {
  const untilEndS = endsAt === null ? 0 : Math.ceil((endsAt.getTime() - now.getTime()) / 1000)
  return untilEndS > 0 ? untilEndS : RETRY_AFTER_S
}
