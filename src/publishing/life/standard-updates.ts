export const MAINTENANCE_STARTED = '<p>The planned maintenance has started.</p>'
export const MAINTENANCE_COMPLETED = '<p>The planned maintenance window has ended.</p>'
export const MAINTENANCE_CANCELED = '<p>This maintenance will not take place.</p>'
export const MAINTENANCE_BROKEN_OFF = '<p>This maintenance will not continue.</p>'
