/**
 * Words that stand only where no anonymous reader may look. Tests search every public output for them, so a leak of
 * an internal field, a draft, a scheduled or a withdrawn post is found wherever it happens.
 */
export const INTERNAL_CANARY = 'canary-internal-7f3a'
export const DRAFT_CANARY = 'canary-draft-2c9d'
export const SCHEDULED_CANARY = 'canary-scheduled-51be'
export const UNPUBLISHED_CANARY = 'canary-unpublished-e804'
