/** Anyone may keep it and must ask whether it is still true; a 304 costs next to nothing. */
export const PUBLIC_CACHE = 'public, no-cache'

/** Files whose name carries their hash never change. */
export const IMMUTABLE_CACHE = 'public, max-age=31536000, immutable'

/** Files of a fixed name that change with a release at most. */
export const FILE_CACHE = 'public, max-age=3600'

/** Whatever depends on who asks, or on a cookie. */
export const PRIVATE_CACHE = 'private, no-store'
