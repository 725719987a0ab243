import type { StoredAttachment, StoredImage } from '../../../contract/images.ts'
import { readableSession } from '../../../domain/account/session-cookies.ts'
import { ATTACHMENT_BYTES_AT_MOST, ATTACHMENT_TYPES } from '../../../domain/images/attachment-name.ts'
import { IMAGE_BYTES_AT_MOST, IMAGE_CONTENT_TYPES, imageAt } from '../../../domain/images/image-name.ts'
import { parseUrl } from '../../../domain/parse-url.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import { parseInert } from '../../parts/inert-html.tsx'

export const ATTACHMENT_ENDINGS = ATTACHMENT_TYPES.map((type) => `.${type}`).join(',')
export const IMAGE_TYPES = IMAGE_CONTENT_TYPES.join(',')

/**
 * The images of a paste. Spreadsheets and word processors add a picture of the copied text, so that images
 * beside a text don't count. The plain text beside a copied file is only its name.
 */
export function imagesInside(pasted: DataTransfer): File[] {
  const files = [...pasted.files].filter(({ type }) => type.startsWith('image/'))
  const html = pasted.getData('text/html')
  const hasWords = html !== '' && (parseInert(html).body.textContent ?? '').trim() !== ''
  return hasWords ? [] : files
}

/** Images of other sites can't be shown here. Copied HTML has absolute URLs for those of this site. */
export function withOwnImages(html: string): string {
  let isLost = false
  const kept = html.replace(/<img\b[^>]*>/gi, (tag) => {
    const src = parseInert(tag).body.querySelector('img')?.getAttribute('src') ?? ''
    const url = parseUrl(src, location.origin)
    if (url?.origin === location.origin && imageAt(url.pathname) !== undefined)
      return tag.replace(src, url.pathname)
    isLost = true
    return ''
  })
  if (isLost)
    showToast('Pasted without its images. Copy and paste each image separately, or use the Image button.')
  return kept
}

export type UploadOutcome =
  | { kind: 'stored'; image: StoredImage }
  /** `mayRetry`: the connection or the server failed. Otherwise the same file would be refused again. */
  | { kind: 'refused'; message: string; mayRetry: boolean }

const UPLOAD_WITHIN_MS = 120_000
const WRONG_INPUT = 422
const NOT_SENT: UploadOutcome = {
  kind: 'refused',
  message: 'The image could not be uploaded. Check your connection and try again.',
  mayRetry: true,
}

/** Never throws. `onProgress` gets the share that has been sent, from 0 to 1. */
export async function uploadImage(
  file: File,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<UploadOutcome> {
  const sent = await smaller(file)
  if (sent.size > IMAGE_BYTES_AT_MOST)
    return {
      kind: 'refused',
      message: 'This image is larger than 10 MB. Please use a smaller one.',
      mayRetry: false,
    }
  // Unlike fetch, it reports the progress of an upload.
  const request = new XMLHttpRequest()
  request.open('POST', '/api/admin/images')
  request.timeout = UPLOAD_WITHIN_MS
  request.setRequestHeader('accept', 'application/json')
  request.setRequestHeader('content-type', sent.type === '' ? 'application/octet-stream' : sent.type)
  request.setRequestHeader('x-csrf-token', readableSession(document.cookie)?.csrf ?? '')
  request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
  signal.addEventListener('abort', () => request.abort())
  return new Promise((resolve) => {
    request.onerror = () => resolve(NOT_SENT)
    request.ontimeout = request.onerror
    request.onabort = request.onerror
    request.onload = () => resolve(outcomeOf(request))
    request.send(sent)
  })
}

export type AttachOutcome =
  | { kind: 'stored'; attachment: StoredAttachment }
  | { kind: 'refused'; message: string }

export async function uploadAttachment(file: File): Promise<AttachOutcome> {
  if (file.size > ATTACHMENT_BYTES_AT_MOST) {
    return { kind: 'refused', message: 'This file is larger than 10 MB. Please use a smaller one.' }
  }
  try {
    const response = await fetch(`/api/admin/attachments?${new URLSearchParams({ name: file.name })}`, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/octet-stream',
        'x-csrf-token': readableSession(document.cookie)?.csrf ?? '',
      },
      body: file,
      signal: AbortSignal.timeout(UPLOAD_WITHIN_MS),
    })
    const { data, message } = (await response.json()) as { data?: StoredAttachment; message?: string }
    if (response.ok && data !== undefined) return { kind: 'stored', attachment: data }
    if (message !== undefined) return { kind: 'refused', message }
  } catch {
    // No connection, or a proxy answered.
  }
  return { kind: 'refused', message: 'The file could not be uploaded. Check your connection and try again.' }
}

export function bytesInWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  const [size, unit] = bytes < 999_500 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 }).format(size)} ${unit}`
}

function outcomeOf({ status, responseText }: XMLHttpRequest): UploadOutcome {
  try {
    const { data, message } = JSON.parse(responseText) as { data?: StoredImage; message?: string }
    if (status === 200 && data !== undefined) return { kind: 'stored', image: data }
    if (message !== undefined) return { kind: 'refused', message, mayRetry: status !== WRONG_INPUT }
  } catch {
    // A proxy answered.
  }
  return NOT_SENT
}

/**
 * The server reduces images to this width anyway. A phone uploads a photo of this size in a tenth of the
 * time.
 */
const SENT_WIDTH = 1_600
const WORTH_SHRINKING_BYTES = 1024 * 1024
const SHRINKABLE: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

async function smaller(file: File): Promise<Blob> {
  if (file.size < WORTH_SHRINKING_BYTES || !SHRINKABLE.includes(file.type)) return file
  try {
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, SENT_WIDTH / bitmap.width)
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(bitmap.width * scale))
    canvas.height = Math.max(1, Math.round(bitmap.height * scale))
    const context = canvas.getContext('2d')
    if (context === null) return file
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, file.type, 0.92))
    return drawn !== null && drawn.size < file.size ? drawn : file
  } catch {
    // This browser can't read the image. The server may be able to, or says why not.
    return file
  }
}
