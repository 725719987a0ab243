import { escapeText } from '../../domain/escape-html.ts'
import type { Fact } from '../../domain/notifying/publication-words.ts'
import { cutText } from '../cut-text.ts'
import type { ChatCard, ChatLink } from './chat-card.ts'

/**
 * Slack refuses longer texts, counted after escaping. A section may have 3,000 characters, and some hold two texts and
 * a URL. A field may have 2,000.
 */
const TEXT_CHARACTERS = 3_000
const PART_CHARACTERS = 1_000
const FIELD_CHARACTERS = 1_800
const LABEL_CHARACTERS = 150
const MOST_FIELDS = 10

export function slackMessage({ subject, title, paragraphs, facts, items, small, links }: ChatCard): object {
  const [first, ...others] = paragraphs
  return {
    text: escaped(subject, TEXT_CHARACTERS),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      section(
        [`*${link(title)}*`, ...(first === undefined ? [] : [escaped(first, PART_CHARACTERS)])].join('\n'),
      ),
      ...others.map((paragraph) => section(escaped(paragraph, TEXT_CHARACTERS))),
      ...fieldSections(facts),
      ...items.map((item) => section(`${escaped(item.heading, PART_CHARACTERS)}\n${link(item.title)}`)),
      {
        type: 'context',
        elements: [mrkdwn([escaped(small, PART_CHARACTERS), ...links.map(link)].join(' · '))],
      },
    ],
  }
}

function section(text: string) {
  return { type: 'section', text: mrkdwn(text) }
}

function fieldSections(facts: readonly Fact[]) {
  const sections: { type: 'section'; fields: object[] }[] = []
  for (let first = 0; first < facts.length; first += MOST_FIELDS)
    sections.push({ type: 'section', fields: facts.slice(first, first + MOST_FIELDS).map(field) })
  return sections
}

function field({ label, value }: Fact) {
  return mrkdwn(`*${escaped(label, LABEL_CHARACTERS)}*\n${escaped(value, FIELD_CHARACTERS)}`)
}

/** Verbatim: text that looks like a channel or a user stays plain text. */
function mrkdwn(text: string) {
  return { type: 'mrkdwn', text, verbatim: true }
}

function link({ text, url }: ChatLink) {
  // Slack ends the URL at the first bar.
  return `<${escapeText(url)}|${escaped(text, PART_CHARACTERS).replaceAll('|', '¦')}>`
}

/** Never cuts an escape in half. */
function escaped(text: string, characters: number) {
  return cutText(escapeText(text), characters).replace(/&[a-z]*…$/, '…')
}
