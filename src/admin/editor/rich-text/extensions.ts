import { Extension, type Extensions, Node } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { DOMParser as DocumentParser } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { StarterKit } from '@tiptap/starter-kit'
import { imageAttributes } from '../../../domain/images/image-tag.ts'
import { linkTarget } from '../../../domain/link-target.ts'
import { htmlOfMarkdown, looksLikeMarkdown } from '../../../domain/markdown.ts'
import { parseInert } from '../../parts/inert-html.tsx'

/**
 * Pasted Markdown becomes formatted text; Ctrl+Shift+V pastes it as it is. The server sanitizes the body as
 * always.
 */
const MarkdownPaste = Extension.create({
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

/** Attributes that the sanitizer allows but the library doesn't know. */
const OwnAttributes = Extension.create({
  name: 'ownAttributes',
  addGlobalAttributes: () => [
    { types: ['heading'], attributes: { id: { default: null } } },
    { types: ['tableHeader', 'tableCell'], attributes: { scope: { default: null } } },
  ],
})

/** Without widths: columns fit their content, and the policy allows no `style`. */
const PlainTable = Table.extend({
  renderHTML: () => ['table', ['tbody', 0]],
}).configure({ View: null, resizable: false })

/**
 * Inline, so that it can be in a paragraph, a list or a table. `body-of-document.ts` writes its other
 * attributes.
 */
const Image = Node.create({
  name: 'image',
  inline: true,
  group: 'inline',
  draggable: true,
  addAttributes: () => ({
    src: { default: null },
    alt: { default: null },
    width: { default: null },
    height: { default: null },
  }),
  parseHTML: () => [
    {
      tag: 'img[src]',
      // The content security policy would block others.
      getAttrs: (element) =>
        imageAttributes({ src: element.getAttribute('src') ?? '' }) === undefined ? false : null,
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
})

/** Level 1 headings are reserved for the page. */
export const EXTENSIONS: Extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: {
      openOnClick: false,
      autolink: true,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null, class: null },
      isAllowedUri: (address) => linkTarget(address) !== undefined,
      shouldAutoLink: (address) => /^(https?:\/\/|mailto:)/.test(address),
    },
  }),
  OwnAttributes,
  Image,
  PlainTable,
  TableRow,
  TableCell,
  TableHeader,
  MarkdownPaste,
]
