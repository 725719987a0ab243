/** P-01: where in the menu the notifications of each type are listed. */
export const NOTIFICATION_ROUTES = {
  url_change_notification: '/url-category-notification',
  cloud_app: '/cloud-app-notification',
  advisories: '/advisory-notification',
  sub_processor: '/sub-processor-notification',
} as const

export type NotificationType = keyof typeof NOTIFICATION_ROUTES

/** P-01: the type of whoever names none. */
export const DEFAULT_NOTIFICATION_TYPE = 'url_change_notification' satisfies NotificationType

/** P-01: the type that a path lists, by its end. */
export function notificationTypeOf(path: string): NotificationType {
  const ending = path.slice(path.lastIndexOf('/'))
  const types = Object.keys(NOTIFICATION_ROUTES) as NotificationType[]
  return types.find((type) => NOTIFICATION_ROUTES[type] === ending) ?? DEFAULT_NOTIFICATION_TYPE
}
