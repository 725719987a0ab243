/** Names in the header `Server-Timing`, the only one of a page that its scripts can read. */
export const EDITION_TIMING = 'edition'
export const PUBLISHED_TIMING = 'published'
