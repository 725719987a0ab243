import { getSchema, type JSONContent } from '@tiptap/core'
import { DOMParser as DocumentParser } from '@tiptap/pm/model'
import { parseInert } from '../../parts/inert-html.tsx'
import { EXTENSIONS } from './extensions.ts'

const schema = getSchema(EXTENSIONS)

/**
 * Parses a body like the library's `generateJSON`, which passes a string to the browser's parser and is blocked by the
 * content security policy.
 */
export function documentOfBody(html: string): JSONContent {
  const { body } = parseInert(html)
  removeLineBreaks(body)
  return DocumentParser.fromSchema(schema).parse(body).toJSON()
}

/** Line breaks between elements are only formatting. */
function removeLineBreaks(parent: Node) {
  for (const child of [...parent.childNodes]) {
    if (child instanceof Text && /^(\n\s\s|\n)$/.test(child.data)) child.remove()
    else removeLineBreaks(child)
  }
}
