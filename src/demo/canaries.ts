/**
 * Words that stand only where no anonymous reader may look. Tests search every public output for them, so a leak of
 * an internal field, a draft, a scheduled or a withdrawn post is found wherever it happens. To staff they look like the
 * numbers of tickets.
 */
export const INTERNAL_CANARY = 'NW-7f3a1'
export const DRAFT_CANARY = 'NW-2c9d4'
export const SCHEDULED_CANARY = 'NW-51be7'
export const UNPUBLISHED_CANARY = 'NW-e8042'
