import { getSchema, type JSONContent } from '@tiptap/core'
import { DOMParser as DocumentParser } from '@tiptap/pm/model'
import { parseInert } from '../../parts/inert-html.tsx'
import { EXTENSIONS } from './extensions.ts'

const schema = getSchema(EXTENSIONS)

/**
 * A body as a document of the text editor, as its own `generateJSON` makes it. That would hand a string to the browser's
 * parser, which the security policy refuses.
 */
export function documentOfBody(html: string): JSONContent {
  const { body } = parseInert(html)
  removeLineBreaks(body)
  return DocumentParser.fromSchema(schema).parse(body).toJSON()
}

/** Between elements they are only how the HTML is laid out. */
function removeLineBreaks(parent: Node) {
  for (const child of [...parent.childNodes]) {
    if (child instanceof Text && /^(\n\s\s|\n)$/.test(child.data)) child.remove()
    else removeLineBreaks(child)
  }
}
