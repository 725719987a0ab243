import { DEMO_IDENTITY_PATH } from './account/sign-on-paths.ts'
import { FOLLOW_CONFIRM_PATH, FOLLOW_MANAGE_PATH, FOLLOW_REFUSE_PATH } from './follow-choice.ts'

/** O-02: staff closed the site for a while. */
export interface SiteMaintenance {
  message: string
  endsAt: Date | null
}

export const USUAL_MAINTENANCE_WORDS = 'We are working on this site and will be back soon.'

/** What staff need to sign in, and what monitoring needs. Links and pictures in messages always work, too. */
const OPEN_PATHS: readonly string[] = [
  '/healthz',
  '/readyz',
  '/robots.txt',
  '/site.webmanifest',
  '/sign-in',
  '/sign-out',
  '/account-settings',
  '/unsubscribe',
  FOLLOW_CONFIRM_PATH,
  FOLLOW_MANAGE_PATH,
  FOLLOW_REFUSE_PATH,
  '/api/follow/confirm',
  '/api/follow/refuse',
  '/api/validate-email',
  '/api/resend/verification',
  // The sign-in page is part of the shell, which needs both.
  '/api/global',
  '/api/edition',
]
const OPEN_FOLDERS: readonly string[] = [
  '/admin',
  '/api/admin',
  // Reports must not be lost while the site is closed to readers.
  '/api/v1',
  '/api/bounces',
  '/user',
  '/api/user',
  '/api/unsubscribe',
  '/api/follow/manage',
  '/images',
  '/sso',
  DEMO_IDENTITY_PATH,
]

export function isOpenDuringMaintenance(path: string): boolean {
  return (
    OPEN_PATHS.includes(path) ||
    OPEN_FOLDERS.some((folder) => path === folder || path.startsWith(`${folder}/`))
  )
}

const RETRY_AFTER_S = 300

export function retryAfterS(endsAt: Date | null, now: Date): number {
  const untilEndS = endsAt === null ? 0 : Math.ceil((endsAt.getTime() - now.getTime()) / 1000)
  return untilEndS > 0 ? untilEndS : RETRY_AFTER_S
}
