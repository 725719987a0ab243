import { escapeText } from '../escape-html.ts'
import { actionInWords, isOneText, type PostMortemContent, writtenParts } from '../post-mortem.ts'
import { type TextBlock, textBlocks } from './text-blocks.ts'

/** A post-mortem as HTML for feeds, under headings of its own. Texts are sanitized already. */
export function postMortemHtml(content: PostMortemContent, level: 2 | 3 = 3): string {
  const heading = (text: string) => `<h${level}>${escapeText(text)}</h${level}>`
  const parts = writtenParts(content).map(({ label, html }) =>
    isOneText(content) ? html : `${heading(label)}\n${html}`,
  )
  const actions = content.actions.map(
    (action) => `<li><strong>${escapeText(actionInWords(action))}:</strong> ${escapeText(action.words)}</li>`,
  )
  return [
    ...parts,
    ...(actions.length === 0 ? [] : [heading('Actions'), `<ul>${actions.join('')}</ul>`]),
  ].join('\n')
}

/** The same for messages that can't contain HTML. */
export function postMortemBlocks(content: PostMortemContent, siteUrl: string): TextBlock[] {
  return textBlocks(postMortemHtml(content), siteUrl)
}
