export interface MailSite {
  provider: { name: string; feedback_email: string }
  publicUrl: string
}
