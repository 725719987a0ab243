/** Numbers from the specification. Names end with the unit. */

export const CLOUD_COOKIE_MAX_AGE_S = 86_400
export const CLOUD_MENU_CLOSE_DELAY_MS = 400
export const SELECTOR_COLUMNS = 5

export const CLOUD_QUERY_PREFIX = 'trust.'

export const RECORDS_PER_PAGE = 20
export const PAGE_NUMBERS_SHOWN = 5

export const TIMELINE_DAYS = 7
export const OLDEST_TIMELINE_PAGE = 12

/** S-04 */
export const POPOVER_CLOSE_DELAY_MS = 300
export const POPOVER_MAX_WIDTH_PX = 420
export const POPOVER_MAX_HEIGHT_PX = 340
/** S-11 */
export const MODAL_ZONE_REFRESH_MS = 1500

/** */
export const PASSWORD_LEAST_CHARACTERS = 5
/** how long the message about a resent mail is shown. */
export const SUCCESS_MESSAGE_MS = 10_000
/** also the maximum lifetime of a session. */
export const AUTH_COOKIE_MAX_AGE_S = 86_400
/** */
export const IDLE_SIGN_OUT_S = 7200

/** F-01 */
export const FAQ_SEARCH_LEAST_CHARACTERS = 3

/** M-03: markers at most this far apart are merged. */
export const MARKER_MERGE_DEGREES = 0.5

/** U-04 */
export const SUBSCRIPTION_TOAST_MS = 1_000
