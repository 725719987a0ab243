import type { Editor } from '@tiptap/react'
import type { ReactNode } from 'react'
import { keysWords } from '../keys-words.ts'

export type ToolName =
  | `h${2 | 3 | 4}`
  | 'bold'
  | 'italic'
  | 'underline'
  | 'strike'
  | 'code'
  | 'link'
  | 'image'
  | 'file'
  | 'bullets'
  | 'numbers'
  | 'quote'
  | 'code-block'
  | 'rule'
  | 'table'
  | 'add-row'
  | 'add-column'
  | 'delete-row'
  | 'delete-column'
  | 'delete-table'
  | 'undo'
  | 'redo'

export interface Tool {
  name: ToolName
  label: string
  face: ReactNode
  keys?: string
  isOn?: (editor: Editor) => boolean
  /** Absent for links, images and files, which ask for something first. */
  act?: (editor: Editor) => void
  beginsGroup?: boolean
  isForTables?: boolean
}

const heading = (level: 2 | 3 | 4): Tool => ({
  name: `h${level}`,
  // Includes the visible text, for voice control.
  label: `Heading ${level - 1}, H${level - 1}`,
  face: <b>{`H${level - 1}`}</b>,
  keys: keysWords(`Ctrl+Alt+${level}`),
  isOn: (editor) => editor.isActive('heading', { level }),
  act: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
})

export const TOOLS: readonly Tool[] = [
  heading(2),
  heading(3),
  heading(4),
  {
    name: 'bold',
    label: 'Bold',
    face: <b>B</b>,
    keys: keysWords('Ctrl+B'),
    isOn: (editor) => editor.isActive('bold'),
    act: (editor) => editor.chain().focus().toggleBold().run(),
    beginsGroup: true,
  },
  {
    name: 'italic',
    label: 'Italic',
    face: <i>I</i>,
    keys: keysWords('Ctrl+I'),
    isOn: (editor) => editor.isActive('italic'),
    act: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    name: 'underline',
    label: 'Underline',
    face: <u>U</u>,
    keys: keysWords('Ctrl+U'),
    isOn: (editor) => editor.isActive('underline'),
    act: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  {
    name: 'strike',
    label: 'Strikethrough',
    face: <s>S</s>,
    keys: keysWords('Ctrl+Shift+S'),
    isOn: (editor) => editor.isActive('strike'),
    act: (editor) => editor.chain().focus().toggleStrike().run(),
  },
  {
    name: 'code',
    label: 'Code',
    face: <Icon d="m5.5 5-3.5 3 3.5 3m5-6 3.5 3-3.5 3" />,
    keys: keysWords('Ctrl+E'),
    isOn: (editor) => editor.isActive('code'),
    act: (editor) => editor.chain().focus().toggleCode().run(),
  },
  {
    name: 'link',
    label: 'Link',
    face: (
      <Icon d="M6.7 9.3 9.3 6.700M7.5 4.700l1.4-1.400a2.7 2.7 0 0 1 3.8 3.800l-1.4 1.400M8.5 11.300l-1.4 1.400a2.7 2.7 0 0 1-3.8-3.800l1.4-1.4" />
    ),
    keys: keysWords('Ctrl+K'),
    isOn: (editor) => editor.isActive('link'),
  },
  {
    name: 'bullets',
    label: 'List',
    face: <Icon d="M6 4h8M6 8h8M6 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01" />,
    keys: keysWords('Ctrl+Shift+8'),
    isOn: (editor) => editor.isActive('bulletList'),
    act: (editor) => editor.chain().focus().toggleBulletList().run(),
    beginsGroup: true,
  },
  {
    name: 'numbers',
    label: 'Numbered list',
    face: (
      <Icon d="M6.5 4H14M6.5 8H14M6.5 12H14M2 3.3 3 2.700v3M2 10.500c.3-.7 1.7-.6 1.7.3 0 .8-1.7 1.2-1.7 2.300h1.8" />
    ),
    keys: keysWords('Ctrl+Shift+7'),
    isOn: (editor) => editor.isActive('orderedList'),
    act: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: 'quote',
    label: 'Quote',
    face: <Icon d="M3 3v10M6.5 5H14M6.5 8H14M6.5 11H11" />,
    keys: keysWords('Ctrl+Shift+B'),
    isOn: (editor) => editor.isActive('blockquote'),
    act: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    name: 'code-block',
    label: 'Code block',
    face: <Icon d="M1.5 2.500h13v11h-13zM6 6 4 8l2 2m4-4 2 2-2 2" />,
    keys: keysWords('Ctrl+Alt+C'),
    isOn: (editor) => editor.isActive('codeBlock'),
    act: (editor) => editor.chain().focus().toggleCodeBlock().run(),
  },
  {
    name: 'rule',
    label: 'Horizontal line',
    face: <Icon d="M2 8h12" />,
    act: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
  {
    name: 'image',
    label: 'Image',
    face: <Icon d="M2 3h12v10H2zM2 11.500l3.5-3.500 2.500 2.500 2-2 4 3.500M10.500 5.800h.01" />,
    isOn: (editor) => editor.isActive('image'),
  },
  {
    name: 'file',
    label: 'Attach file',
    face: (
      <Icon d="m13 7.5-5 5a3.2 3.200 0 0 1-4.500-4.500l5.500-5.500a2.100 2.100 0 0 1 3 3l-5.500 5.500a1 1 0 0 1-1.500-1.500l5-5" />
    ),
  },
  {
    name: 'table',
    label: 'Insert table',
    face: <Icon d="M2 3h12v10H2zM2 6.500h12M6.5 6.500V13M10.5 6.500V13" />,
    act: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  },
  tableTool(
    'add-row',
    'Add row below',
    'Add row',
    (editor) => editor.chain().focus().addRowAfter().run(),
    true,
  ),
  tableTool('add-column', 'Add column after', 'Add column', (editor) =>
    editor.chain().focus().addColumnAfter().run(),
  ),
  tableTool('delete-row', 'Delete row', 'Delete row', (editor) => editor.chain().focus().deleteRow().run()),
  tableTool('delete-column', 'Delete column', 'Delete column', (editor) =>
    editor.chain().focus().deleteColumn().run(),
  ),
  tableTool('delete-table', 'Delete table', 'Delete table', (editor) =>
    editor.chain().focus().deleteTable().run(),
  ),
  {
    name: 'undo',
    label: 'Undo',
    face: <Icon d="M5.5 3 2.5 6l3 3M2.5 6H10a3.5 3.5 0 0 1 0 7H6.5" />,
    keys: keysWords('Ctrl+Z'),
    act: (editor) => editor.chain().focus().undo().run(),
    beginsGroup: true,
  },
  {
    name: 'redo',
    label: 'Redo',
    face: <Icon d="m10.5 3 3 3-3 3M13.5 6H6a3.5 3.5 0 0 0 0 7h3.5" />,
    keys: keysWords('Ctrl+Shift+Z'),
    act: (editor) => editor.chain().focus().redo().run(),
  },
]

function tableTool(
  name: ToolName,
  label: string,
  face: string,
  act: (editor: Editor) => void,
  beginsGroup = false,
): Tool {
  return { name, label, face: <small>{face}</small>, act, beginsGroup, isForTables: true }
}

function Icon({ d }: { d: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={d} />
    </svg>
  )
}
