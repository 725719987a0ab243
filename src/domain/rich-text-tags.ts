export type AttributeName =
  | 'id'
  | 'href'
  | 'title'
  | 'rel'
  | 'src'
  | 'alt'
  | 'width'
  | 'height'
  | 'loading'
  | 'scope'
  | 'colspan'
  | 'rowspan'
  | 'datetime'

const PLAIN_BLOCKS = 'p br hr ul ol li dl dt dd pre blockquote details summary div'.split(' ')
const PLAIN_TABLE_PARTS = 'table caption thead tbody tfoot tr'.split(' ')
const PLAIN_WORDS = 'strong em b i u s sup sub code kbd span'.split(' ')

/**
 * P-05. No `class` or `style`: bodies look like the rest of the site. No `name`, which could shadow what
 * scripts look up.
 */
export const ATTRIBUTES_OF_TAGS: ReadonlyMap<string, AttributeName[]> = new Map([
  ...[...PLAIN_BLOCKS, ...PLAIN_TABLE_PARTS, ...PLAIN_WORDS].map((tag): [string, AttributeName[]] => [
    tag,
    [],
  ]),
  ['h2', ['id']],
  ['h3', ['id']],
  ['h4', ['id']],
  ['a', ['href', 'title', 'rel']],
  ['img', ['src', 'alt', 'width', 'height', 'loading']],
  ['th', ['scope', 'colspan', 'rowspan']],
  ['td', ['scope', 'colspan', 'rowspan']],
  ['time', ['datetime']],
])
