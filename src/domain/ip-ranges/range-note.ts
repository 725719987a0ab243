/** In characters. A note is a few words beside a prefix. */
export const LONGEST_NOTE = 200
