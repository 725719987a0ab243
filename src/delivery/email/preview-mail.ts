import { escapeInAnyQuotes } from '../../domain/escape-html.ts'
import type { Publication } from '../../domain/telling/publication.ts'
import { mailHtml } from '../../mail/mail-template.ts'
import type { NotificationSite } from './mail-site.ts'
import { slotMark } from './mail-slots.ts'
import { publicationMail } from './publication-mail.ts'

/**
 * The mail that would go out, as a document for a page of ours. Its links to unsubscribe by are nobody's. Its styles stand
 * under other names: the policy of our pages refuses those in markup, and whoever shows it sets them.
 */
export function previewMail(
  publication: Publication,
  { zone, site }: { zone: string; site: NotificationSite },
): string {
  const { content } = publicationMail(publication, { because: null, zone, site })
  return (
    mailHtml(content)
      .replaceAll(slotMark('token'), 'preview')
      // Only tags of the template have such a thing: in words, quotes are escaped.
      .replaceAll(' style="', ' data-style="')
      .replace(
        /<style>([\s\S]*?)<\/style>/,
        (_, css: string) => `<meta name="kept-style" content="${escapeInAnyQuotes(css)}">`,
      )
      .replace('<head>', '<head>\n<base target="_blank">')
  )
}
