import { imageAt } from '../images/image-name.ts'
import { parseUrl } from '../parse-url.ts'
import { decodeEntities } from '../plain-text.ts'

export interface TextRun {
  text: string
  link: string | undefined
  /** The text is the alt text, empty if the image is decorative; the link is its address. */
  image?: { width: number; height: number }
}

export interface TextBlock {
  kind: 'paragraph' | 'heading' | 'item' | 'lines'
  marker: string
  depth: number
  runs: readonly TextRun[]
}

export function textBlocks(html: string, siteUrl: string): TextBlock[] {
  const writer = new BlockWriter()
  let link: string | undefined
  for (const [token] of html.matchAll(/<[^>]*>|[^<]+/g)) {
    const [, slash, tag = ''] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(token) ?? []
    if (tag === '') writer.write(decodeEntities(token), link)
    else if (tag === 'a') link = slash === '' ? absolute(attribute(token, 'href'), siteUrl) : undefined
    else if (tag === 'img') writeImage(writer, token, siteUrl)
    else if (tag === 'br') writer.breakLine()
    else if (tag === 'td' || tag === 'th') writer.beginCell()
    else if (BLOCKS.has(tag)) writer.turn(tag, slash === '')
  }
  return writer.end()
}

function writeImage(writer: BlockWriter, tag: string, siteUrl: string) {
  const [src = '', alt = ''] = [attribute(tag, 'src'), attribute(tag, 'alt')]
  const own = imageAt(src)
  if (own === undefined) return writer.write(alt, undefined)
  const { width, height } = own
  writer.add({ text: alt, link: absolute(src, siteUrl), image: { width, height } })
}

export function plainBlocks(text: string): TextBlock[] {
  const paragraphs = text.split(/\n\s*\n/).map((part) => part.trim())
  return paragraphs.filter((part) => part !== '').map(plainBlock)
}

export function plainBlock(text: string): TextBlock {
  return { kind: 'paragraph', marker: '', depth: 0, runs: [{ text, link: undefined }] }
}

export function blocksText(blocks: readonly TextBlock[]): string {
  let text = ''
  let last: TextBlock | undefined
  for (const block of blocks) {
    const words = block.runs.map(runText).join('')
    // A decorative image.
    if (words === '') continue
    const isNextItem = block.kind === 'item' && last?.kind === 'item'
    text += last === undefined ? '' : isNextItem ? '\n' : '\n\n'
    text += block.kind === 'item' ? hanging(block, words) : words
    last = block
  }
  return text
}

function runText({ text, link, image }: TextRun) {
  if (image !== undefined) return text === '' ? '' : `[Image: ${text}] (${link})`
  return link === undefined || link === text ? text : `${text} (${link})`
}

function hanging({ marker, depth }: TextBlock, words: string) {
  const indent = '  '.repeat(depth)
  const room = indent + ' '.repeat(marker.length + 1)
  return `${indent}${marker} ${words.replaceAll('\n', `\n${room}`)}`
}

const BLOCKS: ReadonlySet<string> = new Set(
  'p div h2 h3 h4 ul ol li dl dt dd pre blockquote details summary table caption tr hr'.split(' '),
)

class BlockWriter {
  private readonly blocks: TextBlock[] = []
  private readonly lists: { items: number | undefined }[] = []
  private runs: TextRun[] = []
  private kind: TextBlock['kind'] = 'paragraph'
  private marker = ''

  write(words: string, link: string | undefined) {
    const isKept = this.kind === 'lines'
    const text = isKept ? words : words.replace(/\s+/g, ' ')
    const last = this.runs.at(-1)
    const hasSpace = last === undefined || /\s$/.test(last.text)
    const joined = isKept || !hasSpace ? text : text.trimStart()
    if (joined === '') return
    if (last !== undefined && last.link === link && last.image === undefined) last.text += joined
    else this.runs.push({ text: joined, link })
  }

  add(run: TextRun) {
    this.runs.push(run)
  }

  /** After an image, a new run: the text of an image is its description. */
  private lastText(): TextRun | undefined {
    if (this.runs.at(-1)?.image !== undefined) this.runs.push({ text: '', link: undefined })
    return this.runs.at(-1)
  }

  breakLine() {
    const last = this.lastText()
    if (last !== undefined) last.text = `${last.text.trimEnd()}\n`
  }

  beginCell() {
    const last = this.lastText()
    if (last !== undefined && !last.text.endsWith(CELL_GAP)) last.text = last.text.trimEnd() + CELL_GAP
  }

  turn(tag: string, isBegin: boolean) {
    this.flush()
    if (tag === 'ul' || tag === 'ol') {
      if (isBegin) this.lists.push({ items: tag === 'ol' ? 0 : undefined })
      else this.lists.pop()
    }
    this.kind = isBegin ? kindOf(tag) : 'paragraph'
    if (tag === 'li' && isBegin) this.marker = this.nextMarker()
  }

  end(): TextBlock[] {
    this.flush()
    return this.blocks
  }

  private nextMarker() {
    const list = this.lists.at(-1)
    if (list?.items === undefined) return '•'
    list.items += 1
    return `${list.items}.`
  }

  private flush() {
    const runs = trimmed(this.runs)
    this.runs = []
    if (runs.length === 0) return
    // Only the first block of an item has a marker.
    const isItem = this.marker !== ''
    const kind = isItem ? 'item' : this.kind
    this.blocks.push({ kind, marker: this.marker, depth: Math.max(0, this.lists.length - 1), runs })
    this.marker = ''
  }
}

const CELL_GAP = ' | '

function kindOf(tag: string): TextBlock['kind'] {
  if (tag === 'pre') return 'lines'
  return /^h\d$|^caption$|^summary$|^dt$/.test(tag) ? 'heading' : 'paragraph'
}

function trimmed(runs: readonly TextRun[]): TextRun[] {
  const last = runs.length - 1
  return runs
    .map((run, at) => ({ ...run, text: at === last ? run.text.replace(/[\s|]+$/, '') : run.text }))
    .filter(({ text, image }) => text !== '' || image !== undefined)
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]
  return value === undefined ? undefined : decodeEntities(value)
}

function absolute(href: string | undefined, siteUrl: string): string | undefined {
  return href === undefined ? undefined : parseUrl(href, siteUrl)?.href
}
