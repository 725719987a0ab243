import { toCount, toFetchedUrl, toFlag } from './values.ts'

export interface CacheConfig {
  cdnMaxAgeS: number
  /** Notified of every new edition, with the keys of what changed. Absent: no purging. */
  purgeUrl: string | undefined
  purgeAuthorization: string | undefined
  isWarming: boolean
  hasFastPath: boolean
}

/** Promise 2 gives a publication 2 s: one for the max age, one for stale-while-revalidate. */
const USUAL_CDN_MAX_AGE_S = 1
const MOST_CDN_MAX_AGE_S = 86_400

export function toCaches(read: (name: string) => string | undefined): CacheConfig {
  return {
    cdnMaxAgeS: toCount('CDN_MAX_AGE', read('CDN_MAX_AGE'), {
      least: 0,
      most: MOST_CDN_MAX_AGE_S,
      otherwise: USUAL_CDN_MAX_AGE_S,
    }),
    purgeUrl: toFetchedUrl('PURGE_URL', read('PURGE_URL'), { instead: 'use PURGE_AUTHORIZATION' }),
    purgeAuthorization: read('PURGE_AUTHORIZATION'),
    isWarming: toFlag('WARM_ANSWERS', read('WARM_ANSWERS'), true),
    hasFastPath: toFlag('FAST_PATH', read('FAST_PATH'), true),
  }
}
