export const IMAGES_PATH = '/images'

/** Of an upload. A photo of a phone has 3 to 8 MB. */
export const IMAGE_BYTES_AT_MOST = 10 * 1024 * 1024

export const IMAGE_CONTENT_TYPES = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
] as const

export type ImageType = 'png' | 'jpg'

export interface ImageFacts {
  /** The first half of the SHA-256 of the bytes, in hex. */
  digest: string
  width: number
  height: number
  type: ImageType
}

export function imageName({ digest, width, height, type }: ImageFacts): string {
  return `${digest}-${width}x${height}.${type}`
}

const NAME = /^([0-9a-f]{32})-([1-9]\d{0,4})x([1-9]\d{0,4})\.(png|jpg)$/

export function readImageName(name: string): ImageFacts | undefined {
  const [, digest, width, height, type] = NAME.exec(name) ?? []
  if (digest === undefined) return undefined
  return { digest, width: Number(width), height: Number(height), type: type as ImageType }
}

export function contentTypeOfImage({ type }: Pick<ImageFacts, 'type'>): string {
  return type === 'png' ? 'image/png' : 'image/jpeg'
}

export function imagePath(name: string): string {
  return `${IMAGES_PATH}/${name}`
}

export function imageAt(src: string): ImageFacts | undefined {
  return src.startsWith(`${IMAGES_PATH}/`) ? readImageName(src.slice(IMAGES_PATH.length + 1)) : undefined
}

export function imagesIn(html: string): string[] {
  if (!html.includes(`${IMAGES_PATH}/`)) return []
  return [...new Set(Array.from(html.matchAll(IN_TEXT), ([, name = '']) => name))]
}

const IN_TEXT = /\/images\/([0-9a-f]{32}-[1-9]\d{0,4}x[1-9]\d{0,4}\.(?:png|jpg))(?![\w.-])/g
