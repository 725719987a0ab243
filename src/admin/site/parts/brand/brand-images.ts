import { readableSession } from '../../../../domain/account/session-cookies.ts'
import { IMAGE_BYTES_AT_MOST, IMAGE_CONTENT_TYPES } from '../../../../domain/images/image-name.ts'

const SVG_TYPE = 'image/svg+xml'
/** SVG is drawn here, in the browser: as an image it runs nothing and loads nothing, and the server gets a picture. */
export const BRAND_IMAGE_TYPES = [...IMAGE_CONTENT_TYPES, SVG_TYPE].join(',')

export type BrandUpload = { kind: 'stored'; srcs: string[] } | { kind: 'refused'; message: string }

const NOT_SENT: BrandUpload = {
  kind: 'refused',
  message: 'The image could not be uploaded. Check your connection and try again.',
}

/** Never throws: the field shows what is wrong. */
export async function uploadBrandImage(file: File, as: 'logo' | 'icon'): Promise<BrandUpload> {
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
    // No connection, or a proxy answered.
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
    // An SVG without a size of its own has none in some browsers.
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
