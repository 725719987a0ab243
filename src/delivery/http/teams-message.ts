import type { ChatCard, ChatItem, ChatLink } from './chat-card.ts'

/** An Adaptive Card in the envelope that Teams workflows and incoming webhooks accept. */
export function teamsMessage(card: ChatCard): object {
  return {
    type: 'message',
    summary: card.subject,
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          fallbackText: card.subject,
          msteams: { width: 'Full' },
          body: bodyOf(card),
          actions: [{ text: 'Open', url: card.title.url }, ...card.links].map(action),
        },
      },
    ],
  }
}

/** Text runs don't support Markdown, so a title can't turn into formatting or links. */
function bodyOf({ title, paragraphs, facts, items, small }: ChatCard) {
  return [
    text([run(title.text, { size: 'large', weight: 'bolder' })]),
    ...paragraphs.flatMap((paragraph) => paragraph.split('\n\n').map((part) => text([run(part)]))),
    ...facts.map(({ label, value }) => text([run(`${label}: `, { weight: 'bolder' }), run(value)], 'small')),
    ...items.map(itemOf),
    text([run(small, { size: 'small', isSubtle: true })]),
  ]
}

function itemOf({ heading, title }: ChatItem) {
  return text([run(`${heading}: `), run(title.text, { weight: 'bolder', selectAction: action(title) })])
}

function text(inlines: readonly object[], spacing = 'default') {
  return { type: 'RichTextBlock', spacing, inlines }
}

function run(words: string, style: object = {}) {
  return { type: 'TextRun', text: words, ...style }
}

function action({ text: title, url }: ChatLink) {
  return { type: 'Action.OpenUrl', title, url }
}
