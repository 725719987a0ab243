import { type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, type Ref, useState } from 'react'
import { nextTab } from '../../../ui/parts/next-tab.ts'
import styles from './toolbar.module.css'
import { TOOLS, type Tool, type ToolName } from './tools.tsx'

export function Toolbar({
  editor,
  onLink,
  onImage,
  onFile,
  ref,
}: {
  editor: Editor
  onLink: () => void
  onImage: () => void
  onFile: () => void
  ref: Ref<HTMLDivElement>
}) {
  const [current, setCurrent] = useState<ToolName>('h2')
  const state = useEditorState({ editor, selector: ({ editor }) => stateOf(editor) })
  const tools = TOOLS.filter(({ isForTables }) => !isForTables || state.isInTable)
  const stop = tools.some(({ name }) => name === current) ? current : 'h2'

  function press(tool: Tool) {
    setCurrent(tool.name)
    if (tool.name === 'link') onLink()
    else if (tool.name === 'image') onImage()
    else if (tool.name === 'file') onFile()
    else tool.act?.(editor)
  }
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      editor.commands.focus()
      return
    }
    const at = tools.findIndex(({ name }) => name === stop)
    const to = nextTab(event.key, { focused: at, count: tools.length })
    const next = to === undefined ? undefined : tools[to]
    if (to === undefined || next === undefined) return
    event.preventDefault()
    setCurrent(next.name)
    event.currentTarget.querySelectorAll<HTMLElement>('button')[to]?.focus()
  }
  return (
    <div ref={ref} className={styles.bar} role="toolbar" aria-label="Text" onKeyDown={onKeyDown}>
      {tools.map((tool) => (
        <button
          key={tool.name}
          type="button"
          className={styles.tool}
          data-begins={tool.beginsGroup ? '' : undefined}
          aria-label={tool.label}
          title={tool.keys === undefined ? tool.label : `${tool.label} (${tool.keys})`}
          aria-pressed={tool.isOn === undefined ? undefined : state.on.includes(tool.name)}
          tabIndex={tool.name === stop ? 0 : -1}
          // Keeps the selection in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => press(tool)}
        >
          {tool.face}
        </button>
      ))}
    </div>
  )
}

function stateOf(editor: Editor) {
  return {
    on: TOOLS.filter(({ isOn }) => isOn?.(editor)).map(({ name }) => name),
    isInTable: editor.isActive('table'),
  }
}
