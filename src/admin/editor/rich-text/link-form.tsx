import type { Editor } from '@tiptap/react'
import { useId, useState } from 'react'
import { linkTarget } from '../../../domain/link-target.ts'
import styles from './link-form.module.css'

export function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const id = useId()
  const before = String(editor.getAttributes('link').href ?? '')
  const [address, setAddress] = useState(before)
  const [isWrong, setWrong] = useState(false)

  function close() {
    editor.commands.focus()
    onDone()
  }
  function set() {
    const target = linkTarget(withProtocol(address))
    if (target === undefined) return setWrong(true)
    const chain = editor.chain().focus().extendMarkRange('link')
    const hasWords = !editor.state.selection.empty || before !== ''
    if (hasWords) chain.setLink({ href: target }).run()
    else
      chain
        .insertContent({ type: 'text', text: target, marks: [{ type: 'link', attrs: { href: target } }] })
        .run()
    onDone()
  }
  function remove() {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onDone()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only handles Escape for the focused element inside.
    <div
      className={styles.form}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        close()
      }}
    >
      <label htmlFor={id}>Link to</label>
      <input
        id={id}
        // biome-ignore lint/a11y/noAutofocus: the user types the URL next.
        autoFocus
        value={address}
        placeholder="https://…, mailto:…, or /faq"
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        spellCheck={false}
        onChange={(event) => {
          setWrong(false)
          setAddress(event.currentTarget.value)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          event.stopPropagation()
          set()
        }}
      />
      <button type="button" className="button" onClick={set}>
        Set link
      </button>
      {before !== '' && (
        <button type="button" className="button" onClick={remove}>
          Remove link
        </button>
      )}
      <button type="button" className="button" onClick={close}>
        Cancel
      </button>
      {isWrong && (
        <p id={`${id}-error`} role="alert">
          Please enter a full address with https://, an address with mailto:, or a path of this site such as
          /faq.
        </p>
      )}
    </div>
  )
}

function withProtocol(address: string) {
  return /^[\w-]+(\.[\w-]+)+(\/|$)/.test(address.trim()) ? `https://${address.trim()}` : address
}
