import { Extension } from '@tiptap/core'
import { DOMParser as DocumentParser } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { htmlOfMarkdown, looksLikeMarkdown } from '../../../domain/markdown.ts'
import { parseInert } from '../../parts/inert-html.tsx'

/**
 * Pasted Markdown becomes formatted text. Ctrl+Shift+V pastes it as it is. What the editor has no element for is
 * dropped, and the server sanitizes the body as always.
 */
export const MarkdownPaste = Extension.create({
  name: 'markdownPaste',
  addProseMirrorPlugins: () => {
    let isPlain = false
    return [
      new Plugin({
        props: {
          handleKeyDown: (_view, event) => {
            isPlain = event.shiftKey && event.key.toLowerCase() === 'v'
            return false
          },
          handlePaste: (view, { clipboardData }) => {
            const text = clipboardData?.getData('text/plain') ?? ''
            const isFormatted = clipboardData?.types.includes('text/html') ?? false
            const isInCode = view.state.selection.$from.parent.type.spec.code === true
            const isAsItIs = isPlain
            isPlain = false
            if (isAsItIs || isFormatted || isInCode || !looksLikeMarkdown(text)) return false
            const { body } = parseInert(htmlOfMarkdown(text))
            const slice = DocumentParser.fromSchema(view.state.schema).parseSlice(body)
            view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView())
            return true
          },
        },
      }),
    ]
  },
})
