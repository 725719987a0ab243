/** P-01: the menu route of each notification type. */
export const NOTIFICATION_ROUTES = {
  url_change_notification: '/url-category-notification',
  cloud_app: '/cloud-app-notification',
  advisories: '/advisory-notification',
  sub_processor: '/sub-processor-notification',
} as const

export type NotificationType = keyof typeof NOTIFICATION_ROUTES

export const DEFAULT_NOTIFICATION_TYPE = 'url_change_notification' satisfies NotificationType

export function notificationTypeOf(path: string): NotificationType {
  const ending = path.slice(path.lastIndexOf('/'))
  const types = Object.keys(NOTIFICATION_ROUTES) as NotificationType[]
  return types.find((type) => NOTIFICATION_ROUTES[type] === ending) ?? DEFAULT_NOTIFICATION_TYPE
}
