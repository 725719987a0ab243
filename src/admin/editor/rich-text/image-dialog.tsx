import type { Editor } from '@tiptap/react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { ErrorSign } from '../../../ui/parts/error-sign.tsx'
import { CheckboxField } from '../../parts/check-fields.tsx'
import { FormButtons } from '../../parts/form-buttons.tsx'
import { Modal } from '../../parts/modal.tsx'
import { InputField } from '../../parts/text-fields.tsx'
import styles from './image-dialog.module.css'
import { type UploadOutcome, uploadImage } from './image-files.ts'

export type ImageAsked =
  | { kind: 'new'; files: readonly File[] }
  /** Already in the text, and selected. */
  | { kind: 'there'; src: string; alt: string | null }

/** A new image is uploaded meanwhile; the text changes only when image and description are there. */
export function ImageDialog({
  editor,
  asked,
  onDone,
}: {
  editor: Editor
  asked: ImageAsked
  onDone: () => void
}) {
  const [at, setAt] = useState(0)
  const files = asked.kind === 'new' ? asked.files : []
  const file = files[at]
  const field = useRef<HTMLInputElement>(null)
  // Here, because the dialog takes the focus when it opens, after the effects inside it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each image has its own field.
  useEffect(() => field.current?.focus(), [at])

  function close() {
    onDone()
    editor.commands.focus()
  }
  function next() {
    if (at + 1 < files.length) setAt(at + 1)
    else close()
  }
  if (asked.kind === 'there') {
    return (
      <Modal title="Image" onClose={close}>
        <DescriptionForm
          field={field}
          picture={asked.src}
          altAtFirst={asked.alt}
          submitWords="Save description"
          onSubmit={(alt) => {
            editor.chain().updateAttributes('image', { alt }).run()
            close()
          }}
          onCancel={close}
          onRemove={() => {
            editor.chain().deleteSelection().run()
            close()
          }}
        />
      </Modal>
    )
  }
  if (file === undefined) return null
  return (
    <Modal
      title={files.length > 1 ? `Add image ${at + 1} of ${files.length}` : 'Add image'}
      lead={file.name}
      onClose={close}
    >
      <NewImage
        key={at}
        field={field}
        file={file}
        onAdd={({ src, alt }) => {
          editor.chain().insertContent({ type: 'image', attrs: { src, alt } }).run()
          next()
        }}
        onCancel={next}
      />
    </Modal>
  )
}

type Upload = { kind: 'under-way'; share: number } | UploadOutcome

function NewImage({
  field,
  file,
  onAdd,
  onCancel,
}: {
  field: RefObject<HTMLInputElement | null>
  file: File
  onAdd: (image: { src: string; alt: string }) => void
  onCancel: () => void
}) {
  const picture = usePicture(file)
  const [attempt, setAttempt] = useState(1)
  const [upload, setUpload] = useState<Upload>({ kind: 'under-way', share: 0 })
  /** The description, if it was submitted before the upload was finished. */
  const [submitted, setSubmitted] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts the upload again.
  useEffect(() => {
    const leaving = new AbortController()
    setUpload({ kind: 'under-way', share: 0 })
    void uploadImage(file, {
      signal: leaving.signal,
      onProgress: (share) => setUpload({ kind: 'under-way', share }),
    }).then((outcome) => {
      if (!leaving.signal.aborted) setUpload(outcome)
    })
    return () => leaving.abort()
  }, [file, attempt])

  const add = useRef(onAdd)
  add.current = onAdd
  useEffect(() => {
    if (upload.kind === 'stored' && submitted !== undefined)
      add.current({ src: upload.image.src, alt: submitted })
  }, [upload, submitted])

  const isUnderWay = upload.kind === 'under-way'
  return (
    <DescriptionForm
      field={field}
      picture={picture}
      altAtFirst={null}
      submitWords={isUnderWay && submitted !== undefined ? 'Uploading…' : 'Add image'}
      isDisabled={upload.kind === 'refused'}
      onSubmit={setSubmitted}
      onCancel={onCancel}
    >
      {isUnderWay && (
        <p className={styles.progress}>
          <label>
            Uploading <progress value={upload.share} />
          </label>
        </p>
      )}
      {upload.kind === 'refused' && (
        <div className={styles.refused} role="alert">
          <p>
            <ErrorSign /> <span>{upload.message}</span>
          </p>
          {upload.mayRetry && (
            <button type="button" className="button" onClick={() => setAttempt(attempt + 1)}>
              Try again
            </button>
          )}
        </div>
      )}
    </DescriptionForm>
  )
}

const NO_DESCRIPTION = 'Please describe the image, or mark it as decorative.'
const MOST_CHARACTERS = 500

/** Not a form element: it may be inside the form of a dialog. */
function DescriptionForm({
  field,
  picture,
  altAtFirst,
  submitWords,
  isDisabled = false,
  onSubmit,
  onCancel,
  onRemove,
  children,
}: {
  field: RefObject<HTMLInputElement | null>
  picture: string | undefined
  /** Null: not decided yet. Empty: decorative. */
  altAtFirst: string | null
  submitWords: string
  isDisabled?: boolean
  onSubmit: (alt: string) => void
  onCancel: () => void
  onRemove?: () => void
  children?: ReactNode
}) {
  const [alt, setAlt] = useState(altAtFirst ?? '')
  const [isDecorative, setDecorative] = useState(altAtFirst === '')
  const [isWrong, setWrong] = useState(false)

  function submit() {
    if (isDisabled) return
    if (!isDecorative && alt.trim() === '') {
      setWrong(true)
      field.current?.focus()
      return
    }
    onSubmit(isDecorative ? '' : alt.trim())
  }
  return (
    <div className={styles.form}>
      <div className={styles.picture}>{picture !== undefined && <img src={picture} alt="" />}</div>
      {children}
      <InputField
        ref={field}
        label="Description"
        hint="What does it show? Read aloud to people who can’t see it, and shown in mail without images."
        error={isWrong ? NO_DESCRIPTION : undefined}
        value={alt}
        maxLength={MOST_CHARACTERS}
        disabled={isDecorative}
        onChange={(next) => {
          setWrong(false)
          setAlt(next)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Don't submit the form around the text.
          event.preventDefault()
          event.stopPropagation()
          submit()
        }}
      />
      <CheckboxField
        label="Decorative"
        hint="The text already says everything that the image shows."
        isChecked={isDecorative}
        onChange={(next) => {
          setWrong(false)
          setDecorative(next)
        }}
      />
      <FormButtons>
        <button type="button" className="button primary" disabled={isDisabled} onClick={submit}>
          {submitWords}
        </button>
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
        {onRemove !== undefined && (
          <button type="button" className="button" onClick={onRemove}>
            Remove image
          </button>
        )}
      </FormButtons>
    </div>
  )
}

/** As a data URL: the content security policy allows no others. */
function usePicture(file: File): string | undefined {
  const [picture, setPicture] = useState<string>()
  useEffect(() => {
    // Browsers run no scripts of an SVG here, but it is refused anyway.
    if (!/^image\/(?:png|jpeg|webp|gif|avif)$/.test(file.type)) return
    const reader = new FileReader()
    reader.onload = () => setPicture(String(reader.result))
    reader.readAsDataURL(file)
    return () => reader.abort()
  }, [file])
  return picture
}
