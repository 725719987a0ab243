/** Names in the header `Server-Timing`, the only one of a page that its scripts can read. */
export const EDITION_TIMING = 'edition'
export const PUBLISHED_TIMING = 'published'

/**
 * On an answer of an earlier edition, sent because the site is too busy to make the current one: the number of that
 * edition. A browser that later hears that its copy is unchanged keeps this header, but gets another `candor-edition`.
 */
export const STAND_IN_HEADER = 'candor-stand-in'
