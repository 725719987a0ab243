import type { Fact } from '../../domain/telling/publication-words.ts'
import type { ChatCard, ChatLink } from './chat-card.ts'

/** Block Kit, with the subject as text for notifications. */
export function slackMessage({ subject, title, paragraphs, facts, items, small, links }: ChatCard): object {
  const [first, ...others] = paragraphs
  return {
    text: escaped(subject),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      section([`*${link(title)}*`, ...(first === undefined ? [] : [escaped(first)])].join('\n')),
      ...others.map((paragraph) => section(escaped(paragraph))),
      ...(facts.length === 0 ? [] : [{ type: 'section', fields: facts.slice(0, MOST_FIELDS).map(field) }]),
      ...items.map((item) => section(`${escaped(item.heading)}\n${link(item.title)}`)),
      { type: 'context', elements: [mrkdwn([escaped(small), ...links.map(link)].join(' · '))] },
    ],
  }
}

const MOST_FIELDS = 10

function section(text: string) {
  return { type: 'section', text: mrkdwn(text) }
}

function field({ label, value }: Fact) {
  return mrkdwn(`*${escaped(label)}*\n${escaped(value)}`)
}

/** Verbatim: words that look like a channel or a person stay words. */
function mrkdwn(text: string) {
  return { type: 'mrkdwn', text, verbatim: true }
}

function link({ text, url }: ChatLink) {
  // What stands before the bar is the address.
  return `<${escaped(url)}|${escaped(text).replaceAll('|', '¦')}>`
}

/** The three characters that Slack gives a meaning, for example in `<!channel>`. */
function escaped(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
