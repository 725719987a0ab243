export interface NotificationSite {
  provider: { name: string; feedback_email: string }
  publicUrl: string
}
