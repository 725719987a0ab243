import { type ReactNode, useId, useRef, useState } from 'react'
import { FieldFrame } from '../../../../ui/forms/field-frame.tsx'
import { BRAND_IMAGE_TYPES, uploadBrandImage } from './brand-images.ts'
import styles from './brand-part.module.css'

/** Chosen or dropped; stored at once, only for staff until the brand is published. */
export function BrandImageField({
  label,
  hint,
  error,
  as,
  src,
  ground,
  onChange,
}: {
  label: string
  hint: ReactNode
  error: string | undefined
  as: 'logo' | 'icon'
  /** Empty: none. */
  src: string
  ground: 'light' | 'dark'
  onChange: (srcs: string[]) => void
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function take(file: File | undefined) {
    if (file === undefined) return
    setBusy(true)
    setProblem(undefined)
    const uploaded = await uploadBrandImage(file, as)
    setBusy(false)
    if (uploaded.kind === 'stored') onChange(uploaded.srcs)
    else setProblem(uploaded.message)
  }
  return (
    <FieldFrame id={id} label={label} hint={hint} error={problem ?? error} keepsHint>
      {(described) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button does the same.
        <div
          className={styles.image}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            void take(event.dataTransfer.files[0])
          }}
        >
          <span className={styles.picture} data-ground={ground} data-empty={src === '' ? '' : undefined}>
            {src === '' ? <span>Standard</span> : <img src={src} alt={`${label} now`} />}
          </span>
          <span className={styles.imageButtons}>
            <input
              {...described}
              ref={input}
              id={id}
              className="hidden"
              type="file"
              accept={BRAND_IMAGE_TYPES}
              onChange={(event) => {
                void take(event.currentTarget.files?.[0])
                // The same file may be chosen again.
                event.currentTarget.value = ''
              }}
            />
            <button
              type="button"
              className="button"
              aria-disabled={isBusy || undefined}
              onClick={() => !isBusy && input.current?.click()}
            >
              {isBusy ? 'Uploading…' : src === '' ? 'Choose image' : 'Replace'}
              <span className="hidden">: {label}</span>
            </button>
            {src !== '' && (
              <button type="button" className="button" onClick={() => onChange([])}>
                Remove
                <span className="hidden"> {label}</span>
              </button>
            )}
          </span>
        </div>
      )}
    </FieldFrame>
  )
}
