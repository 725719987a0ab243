export interface Section {
  id: string
  title: string
}

/** The sections of a page of text: its `<h2 id>` headings, in plain words. */
export function tableOfContents(html: string): Section[] {
  return [...html.matchAll(HEADING)].flatMap(([, id, inner]) => {
    const title = plainText(inner ?? '')
    return id === undefined || title === '' ? [] : [{ id: decode(id), title }]
  })
}

/** The server's sanitiser writes every attribute in double quotes. */
const HEADING = /<h2\b[^>]*?\sid="([^"]+)"[^>]*>(.*?)<\/h2>/gis
const TAG = /<[^>]*>/g

function plainText(html: string) {
  return decode(html.replace(TAG, '')).replace(/\s+/g, ' ').trim()
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function decode(text: string) {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? entity
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : entity
  })
}

const LAST_CODE_POINT = 0x10ffff
