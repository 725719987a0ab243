import { escapeInAnyQuotes } from '../../domain/escape-html.ts'
import type { Publication } from '../../domain/notifying/publication.ts'
import { mailHtml } from '../../mail/mail-template.ts'
import type { NotificationSite } from './mail-site.ts'
import { slotMark } from './mail-slots.ts'
import { publicationMail } from './publication-mail.ts'

/**
 * A mail as a document for our pages. Its unsubscribe links don't work. Its styles are stored in other
 * attributes, because the policy of our pages forbids inline styles; the page applies them.
 */
export function previewMail(
  publication: Publication,
  { zone, site }: { zone: string; site: NotificationSite },
): string {
  const { content } = publicationMail(publication, { because: null, zone, site })
  return inertMail(mailHtml(content).replaceAll(slotMark('token'), 'preview'))
}

export function inertMail(html: string): string {
  return (
    html
      // Only template tags contain this: quotes in text are escaped.
      .replaceAll(' style="', ' data-style="')
      .replace(
        /<style>([\s\S]*?)<\/style>/,
        (_, css: string) => `<meta name="kept-style" content="${escapeInAnyQuotes(css)}">`,
      )
      .replace('<head>', '<head>\n<base target="_blank">')
  )
}
