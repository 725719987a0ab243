import { Extension, type Extensions } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'
import { linkTarget } from '../../../domain/link-target.ts'

/** What sanitised bodies carry beyond the library's own attributes. */
const OwnAttributes = Extension.create({
  name: 'ownAttributes',
  addGlobalAttributes: () => [
    { types: ['heading'], attributes: { id: { default: null } } },
    { types: ['tableHeader', 'tableCell'], attributes: { scope: { default: null } } },
  ],
})

/** Without widths: columns are as wide as what is in them, and no `style` is let through. */
const PlainTable = Table.extend({
  renderHTML: () => ['table', ['tbody', 0]],
}).configure({ View: null, resizable: false })

/** Everything that a body written here can hold. The level of a page's own heading is not among it. */
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
  PlainTable,
  TableRow,
  TableCell,
  TableHeader,
]
