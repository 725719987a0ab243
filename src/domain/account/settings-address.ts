/** the settings page of an account. */
export function settingsPath(uid: number): string {
  return `/user/${uid}/edit`
}

export const OWN_SETTINGS_PATH = '/account-settings'

export const OWN_CHANNELS_PATH = `${OWN_SETTINGS_PATH}#channels`

export function uidOfAddress(uid: string | undefined): number | undefined {
  return uid !== undefined && /^[1-9]\d{0,9}$/.test(uid) && Number(uid) <= GREATEST_UID
    ? Number(uid)
    : undefined
}

const GREATEST_UID = 2_147_483_647

/**
 * On the server, the settings of all accounts are the same page without personal data. One shared URL means that
 * counting through ids fills no cache.
 */
export function sharedSettingsPath(path: string): string | undefined {
  const uid = /^\/user\/(\d+)\/edit$/.exec(path)?.[1]
  return uidOfAddress(uid) === undefined ? undefined : settingsPath(1)
}
