import { type ReactNode, useId, useRef, useState } from 'react'
import { readableSession } from '../../../../domain/account/session-cookies.ts'
import { IMAGE_BYTES_AT_MOST, IMAGE_CONTENT_TYPES } from '../../../../domain/images/image-name.ts'
import { FieldFrame } from '../../../../ui/forms/field-frame.tsx'
import styles from './brand-part.module.css'

/** A chosen or dropped image is stored at once, but only staff see it until the brand is published. */
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

const SVG_TYPE = 'image/svg+xml'
const BRAND_IMAGE_TYPES = [...IMAGE_CONTENT_TYPES, SVG_TYPE].join(',')

type BrandUpload = { kind: 'stored'; srcs: string[] } | { kind: 'refused'; message: string }

const NOT_SENT: BrandUpload = {
  kind: 'refused',
  message: 'The image could not be uploaded. Check your connection and try again.',
}

async function uploadBrandImage(file: File, as: 'logo' | 'icon'): Promise<BrandUpload> {
  const sent = isSvg(file) ? await drawn(file) : file
  if (sent === undefined)
    return { kind: 'refused', message: 'This SVG file can’t be drawn. Please save it as PNG and try again.' }
  if (sent.size > IMAGE_BYTES_AT_MOST)
    return { kind: 'refused', message: 'This image is larger than 10 MB. Please use a smaller one.' }
  try {
    const response = await fetch(`/api/admin/site/brand/images/${as}`, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': sent.type === '' ? 'application/octet-stream' : sent.type,
        'x-csrf-token': readableSession(document.cookie)?.csrf ?? '',
      },
      body: sent,
    })
    const { data, message } = (await response.json()) as { data?: { srcs: string[] }; message?: string }
    if (response.ok && data !== undefined) return { kind: 'stored', srcs: data.srcs }
    return message === undefined ? NOT_SENT : { kind: 'refused', message }
  } catch {
    return NOT_SENT
  }
}

function isSvg({ type, name }: File) {
  return type === SVG_TYPE || name.toLowerCase().endsWith('.svg')
}

/** The longer side, in pixels. More than any place shows. */
const DRAWN_SIZE = 1_024

async function drawn(file: File): Promise<Blob | undefined> {
  try {
    const image = new Image()
    image.src = await dataUrlOf(file)
    await image.decode()
    // Some browsers report no size for an SVG without one of its own.
    const [width, height] = [image.naturalWidth || DRAWN_SIZE, image.naturalHeight || DRAWN_SIZE]
    const scale = DRAWN_SIZE / Math.max(width, height)
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.max(1, Math.round(height * scale))
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    return blob ?? undefined
  } catch {
    return undefined
  }
}

/** The security policy allows images from data URLs, but not from blobs. */
function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,;]*/, `data:${SVG_TYPE}`))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
