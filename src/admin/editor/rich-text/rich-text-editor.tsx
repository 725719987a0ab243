import { EditorContent, useEditor } from '@tiptap/react'
import { useContext, useEffect, useRef, useState } from 'react'
import { attachmentTypeOf } from '../../../domain/images/attachment-name.ts'
import richText from '../../../ui/parts/rich-text.module.css'
import { showToast } from '../../../ui/toast/toast.ts'
import { HoldSending } from '../../parts/form-dialog.tsx'
import { withoutRefusedAttributes } from '../../parts/inert-html.tsx'
import { bodyOfDocument } from './body-of-document.ts'
import { documentOfBody } from './document-of-body.ts'
import { EXTENSIONS } from './extensions.ts'
import { type ImageAsked, ImageDialog } from './image-dialog.tsx'
import {
  ATTACHMENT_ENDINGS,
  bytesInWords,
  IMAGE_TYPES,
  imagesInside,
  uploadAttachment,
  withOwnImages,
} from './image-files.ts'
import { LinkForm } from './link-form.tsx'
import styles from './rich-text-editor.module.css'
import { Toolbar } from './toolbar.tsx'

const CLOSED_MEANWHILE = 'The text editor was closed during the upload. Please attach the file again.'

export function RichTextEditor({
  id,
  describedBy,
  isWrong,
  value,
  onChange,
  hasFocusAtFirst,
  isReadOnly,
  size,
}: {
  id: string
  describedBy: string | undefined
  isWrong: boolean
  value: string
  onChange: (html: string) => void
  hasFocusAtFirst: boolean
  isReadOnly: boolean
  size: 'long' | 'short'
}) {
  const holdSending = useContext(HoldSending)
  const [isLinking, setLinking] = useState(false)
  const [image, setImage] = useState<ImageAsked>()
  const fileInput = useRef<HTMLInputElement>(null)
  const documentInput = useRef<HTMLInputElement>(null)
  const toolbar = useRef<HTMLDivElement>(null)
  // The last body received or sent, and how the editor itself writes it.
  const known = useRef({ given: value, written: '' })
  const original = useRef(known.current)
  const change = useRef(onChange)
  change.current = onChange

  const [atFirst] = useState(() => documentOfBody(value))
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: atFirst,
    editable: !isReadOnly,
    autofocus: hasFocusAtFirst ? 'end' : false,
    // The content security policy only allows styles from files.
    injectCSS: false,
    onCreate: ({ editor }) => {
      known.current.written = bodyOfDocument(editor.getJSON())
      original.current = known.current
    },
    onUpdate: ({ editor }) => {
      const written = bodyOfDocument(editor.getJSON())
      if (written === known.current.written) return
      // Undone by hand: the body as it was, which may be spelled differently.
      const given = written === original.current.written ? original.current.given : written
      known.current = { given, written }
      change.current(given)
    },
    editorProps: {
      attributes: {
        id,
        class: `${richText.text} ${styles.words}`,
        dir: 'auto',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
        ...(isWrong && { 'aria-invalid': 'true' }),
        ...(isReadOnly && { 'aria-readonly': 'true', tabindex: '0' }),
      },
      transformPastedHTML: (html) => withOwnImages(withoutRefusedAttributes(html)),
      handlePaste(_view, { clipboardData }) {
        const files = clipboardData === null ? [] : imagesInside(clipboardData)
        if (files.length === 0) return false
        setImage({ kind: 'new', files })
        return true
      },
      handleDrop(view, event, _slice, isMoved) {
        const { dataTransfer } = event
        if (isMoved || dataTransfer === null || dataTransfer.files.length === 0) return false
        // Otherwise the browser would leave this page to show the file.
        event.preventDefault()
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
        if (at !== null) editor?.commands.setTextSelection(at.pos)
        take([...dataTransfer.files])
        return true
      },
      handleKeyDown(_view, event) {
        const isCommand = event.ctrlKey || event.metaKey
        if (isCommand && event.key === 'k') {
          setLinking(true)
          return true
        }
        if (event.altKey && event.key === 'F10') {
          toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
          return true
        }
        // Ctrl+Enter sends or publishes and must not leave a line break.
        return isCommand && event.key === 'Enter'
      },
    },
  })

  useEffect(() => {
    if (editor === null || value === known.current.given) return
    editor.commands.setContent(documentOfBody(value), { emitUpdate: false })
    known.current = { given: value, written: bodyOfDocument(editor.getJSON()) }
    original.current = known.current
  }, [editor, value])
  useEffect(() => editor?.setEditable(!isReadOnly, false), [editor, isReadOnly])

  function take(files: readonly File[]) {
    const documents = files.filter((file) => attachmentTypeOf(file.name) !== undefined)
    const pictures = files.filter((file) => !documents.includes(file))
    if (pictures.length > 0) setImage({ kind: 'new', files: pictures })
    if (documents.length > 0) void attach(documents)
  }

  async function attach(files: readonly File[]) {
    const release = holdSending()
    const failed: string[] = []
    for (const file of files) {
      showToast(`Uploading ${file.name}…`)
      const outcome = await uploadAttachment(file)
      if (outcome.kind === 'refused') {
        showToast(`${file.name}: ${outcome.message}`, { isProblem: true })
        failed.push(file.name)
        continue
      }
      // The dialog was closed, or the text is edited as HTML by now.
      if (editor === null || editor.isDestroyed) {
        showToast(`${file.name}: ${CLOSED_MEANWHILE}`, { isProblem: true })
        failed.push(file.name)
        continue
      }
      const { href, name, bytes } = outcome.attachment
      editor
        .chain()
        .focus()
        .insertContent({
          type: 'text',
          text: `${name} (${bytesInWords(bytes)})`,
          marks: [{ type: 'link', attrs: { href } }],
        })
        .unsetMark('link')
        // As a node: a string would be parsed as HTML, which the browser refuses (trusted types).
        .insertContent({ type: 'text', text: ' ' })
        .run()
      showToast(`${name} is attached.`)
    }
    release(failed)
  }

  function askForImage() {
    const { src, alt } = editor?.getAttributes('image') ?? {}
    if (typeof src === 'string') setImage({ kind: 'there', src, alt: typeof alt === 'string' ? alt : null })
    else fileInput.current?.click()
  }

  if (editor === null) return null
  return (
    <div className={styles.frame} data-size={size} data-wrong={isWrong ? '' : undefined}>
      {!isReadOnly && (
        <>
          <Toolbar
            ref={toolbar}
            editor={editor}
            onLink={() => setLinking(true)}
            onImage={askForImage}
            onFile={() => documentInput.current?.click()}
          />
          <input
            ref={fileInput}
            type="file"
            accept={IMAGE_TYPES}
            multiple
            hidden
            aria-label="Image files"
            onChange={({ currentTarget }) => {
              const files = [...(currentTarget.files ?? [])]
              // So that choosing the same file again is a change.
              currentTarget.value = ''
              if (files.length > 0) setImage({ kind: 'new', files })
            }}
          />
          <input
            ref={documentInput}
            type="file"
            accept={ATTACHMENT_ENDINGS}
            multiple
            hidden
            aria-label="Files to attach"
            onChange={({ currentTarget }) => {
              const files = [...(currentTarget.files ?? [])]
              currentTarget.value = ''
              void attach(files)
            }}
          />
        </>
      )}
      {image !== undefined && (
        <ImageDialog editor={editor} asked={image} onDone={() => setImage(undefined)} />
      )}
      {isLinking && <LinkForm editor={editor} onDone={() => setLinking(false)} />}
      <EditorContent editor={editor} className={styles.scroll} />
    </div>
  )
}
