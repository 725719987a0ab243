/** What messages need to know of the site. */
export interface NotificationSite {
  provider: { name: string; feedback_email: string }
  publicUrl: string
}
