/**
 * Words that only occur where no anonymous reader may look. Tests search every public output for them, so a leak of an
 * internal field, a draft, or a scheduled or withdrawn post is found anywhere. To staff they look like ticket numbers.
 */
export const INTERNAL_CANARY = 'NW-7f3a1'
export const DRAFT_CANARY = 'NW-2c9d4'
export const SCHEDULED_CANARY = 'NW-51be7'
export const UNPUBLISHED_CANARY = 'NW-e8042'
export const POST_MORTEM_CANARY = 'NW-4d0b9'

/** These titles look like any other, but no published record has them. */
export const DRAFT_INCIDENT_TITLE = 'DNS Control: possible slow answers in Oceania'
export const DRAFT_ADVISORY_TITLE = 'Agent for Windows: report under embargo'
export const DRAFT_MAINTENANCE_TITLE = 'License server: planned move'
export const SCHEDULED_MAINTENANCE_TITLE = 'Cloud Firewall: new rule engine'
export const SCHEDULED_NOTIFICATION_TITLE = 'Generative AI: category divided by purpose'
export const UNPUBLISHED_INCIDENT_TITLE = 'Warsaw II: gateway does not answer'
