export class NestedTooDeep extends Error {}

type Place = 'as-written' | 'as-line-break' | 'without-tags'

/**
 * Where elements may appear so that a browser builds exactly the written tree. Elsewhere its parser would close or move
 * elements, and a closing tag of the body could then close part of the surrounding page.
 */
export class HtmlNesting {
  private readonly isKept: boolean[] = []
  private readonly kept: string[] = []

  /** Opens an element. Its tags are dropped unless `place` keeps them. */
  open() {
    if (this.isKept.length >= OPEN_AT_MOST) throw new NestedTooDeep()
    this.isKept.push(false)
  }

  close() {
    if (this.isKept.pop()) this.kept.pop()
  }

  place(tag: string): Place {
    if (this.mayStand(tag)) {
      this.isKept[this.isKept.length - 1] = true
      this.kept.push(tag)
      return 'as-written'
    }
    // Separate the words of two blocks.
    return BLOCKS.has(tag) && !TABLE_FRAME.has(this.parent) ? 'as-line-break' : 'without-tags'
  }

  private mayStand(tag: string): boolean {
    const parents = PARENTS.get(tag)
    if (this.kept.length >= DEPTH_AT_MOST) return false
    if (parents !== undefined) return parents.includes(this.parent)
    if (TABLE_FRAME.has(this.parent)) return false
    if (BLOCKS.has(tag) && this.kept.includes('p')) return false
    if (HEADINGS.has(tag)) return !this.kept.some((open) => HEADINGS.has(open))
    return tag !== 'a' || !this.kept.includes('a')
  }

  private get parent(): string {
    return this.kept.at(-1) ?? ''
  }
}

/** No text needs a tenth of this, and parsing time grows with its square. */
const OPEN_AT_MOST = 1_000

/** Far below the depth at which browsers start to flatten. */
const DEPTH_AT_MOST = 100

const PARENTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['li', ['ul', 'ol']],
  ['dt', ['dl']],
  ['dd', ['dl']],
  ['caption', ['table']],
  ['thead', ['table']],
  ['tbody', ['table']],
  ['tfoot', ['table']],
  ['tr', ['table', 'thead', 'tbody', 'tfoot']],
  ['th', ['tr']],
  ['td', ['tr']],
])

/** Browsers accept only specific children in these. */
const TABLE_FRAME: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr'])

const HEADINGS: ReadonlySet<string> = new Set(['h2', 'h3', 'h4'])

/** Each of them ends a paragraph. */
const BLOCKS: ReadonlySet<string> = new Set([
  ...HEADINGS,
  ...PARENTS.keys(),
  'p',
  'hr',
  'ul',
  'ol',
  'dl',
  'pre',
  'blockquote',
  'table',
  'details',
  'summary',
  'div',
])
