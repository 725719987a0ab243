/** Names in the header `Server-Timing`, the only one of a page that its scripts can read. */
export const EDITION_TIMING = 'edition'
export const PUBLISHED_TIMING = 'published'

/** On an answer of the edition before, sent because the site is too busy to make the current one. */
export const STAND_IN_HEADER = 'candor-stand-in'
