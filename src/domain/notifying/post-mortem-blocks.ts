import { escapeText } from '../escape-html.ts'
import { actionInWords, isOneText, type PostMortemContent, writtenParts } from '../post-mortem.ts'
import { type TextBlock, textBlocks } from './text-blocks.ts'

/** Its texts are already sanitized. */
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

export function postMortemBlocks(content: PostMortemContent, siteUrl: string): TextBlock[] {
  return textBlocks(postMortemHtml(content), siteUrl)
}
