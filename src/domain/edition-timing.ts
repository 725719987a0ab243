export const EDITION_TIMING = 'edition'
export const PUBLISHED_TIMING = 'published'

/**
 * The number of an earlier edition, on an answer that is sent because the site is too busy to make the
 * current one. After a 304, a browser keeps this header of its copy but gets another `candor-edition`.
 */
export const STAND_IN_HEADER = 'candor-stand-in'
