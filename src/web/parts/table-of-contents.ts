import { decodeEntities, plainText } from '../../domain/plain-text.ts'

export interface Section {
  id: string
  title: string
}

/** The sections of a page of text: its `<h2 id>` headings, in plain words. */
export function tableOfContents(html: string): Section[] {
  return [...html.matchAll(HEADING)].flatMap(([, id, inner]) => {
    const title = plainText(inner ?? '')
    return id === undefined || title === '' ? [] : [{ id: decodeEntities(id), title }]
  })
}

/** The server's sanitiser writes every attribute in double quotes. */
const HEADING = /<h2\b[^>]*?\sid="([^"]+)"[^>]*>(.*?)<\/h2>/gis
