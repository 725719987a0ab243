import { parseInert } from '../../parts/inert-html.tsx'

/** A body as the text that is compared: each block on a line of its own, links with their address. */
export function bodyText(html: string): string {
  const { body } = parseInert(html)
  for (const link of body.querySelectorAll('a[href]')) link.append(` (${link.getAttribute('href')})`)
  for (const image of body.querySelectorAll('img')) image.replaceWith(`[Picture: ${image.alt}]`)
  for (const cell of body.querySelectorAll('td, th')) cell.append(' | ')
  for (const item of body.querySelectorAll('li')) item.prepend('• ')
  for (const block of body.querySelectorAll(BLOCKS)) block.append('\n')
  return (body.textContent ?? '').replace(/\n{2,}/g, '\n').trim()
}

const BLOCKS = 'p, h2, h3, h4, li, tr, pre, blockquote, div, dt, dd, summary, br, hr'
