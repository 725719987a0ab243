/** What messages need to know about the site. */
export interface MailSite {
  provider: { name: string; feedback_email: string }
  publicUrl: string
}
