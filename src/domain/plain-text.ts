export function plainText(html: string): string {
  return decodeEntities(html.replace(BLOCK_END, ' ').replace(TAG, '')).replace(/\s+/g, ' ').trim()
}

const TAG = /<[^>]*>/g
const BLOCK_END = /<(?:\/(?:p|li|h[1-6]|tr|td|th|dt|dd|div|blockquote)|br\s*\/?)>/gi
const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
])

export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES.get(name) ?? entity
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : entity
  })
}

const LAST_CODE_POINT = 0x10ffff
