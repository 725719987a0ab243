/** where the settings of an account are. */
export function settingsPath(uid: number): string {
  return `/user/${uid}/edit`
}

/** Where everybody finds the own ones, without knowing a number. */
export const OWN_SETTINGS_PATH = '/account-settings'

/** Where everybody says where messages go. */
export const OWN_CHANNELS_PATH = `${OWN_SETTINGS_PATH}#channels`

/** The number that an address gives, if it can be one of an account. */
export function uidOfAddress(uid: string | undefined): number | undefined {
  return uid !== undefined && /^[1-9]\d{0,9}$/.test(uid) && Number(uid) <= GREATEST_UID
    ? Number(uid)
    : undefined
}

const GREATEST_UID = 2_147_483_647

/**
 * The settings of all accounts are one page to the server, which shows nobody's; so it is one address, and numbers
 * that somebody counts through make no new answers.
 */
export function sharedSettingsPath(path: string): string | undefined {
  const uid = /^\/user\/(\d+)\/edit$/.exec(path)?.[1]
  return uidOfAddress(uid) === undefined ? undefined : settingsPath(1)
}
