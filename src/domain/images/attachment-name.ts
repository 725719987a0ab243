import { slugOf } from '../slug.ts'
import { contentTypeOfImage, imagePath, imagesIn, readImageName } from './image-name.ts'

export const ATTACHMENTS_PATH = '/attachments'

export const ATTACHMENT_BYTES_AT_MOST = 10 * 1024 * 1024

export const ATTACHMENT_TYPES = ['pdf', 'txt', 'csv'] as const
export type AttachmentType = (typeof ATTACHMENT_TYPES)[number]

const CONTENT_TYPES: Record<AttachmentType, string> = {
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
}

interface AttachmentFacts {
  /** The first half of the SHA-256 of the bytes, in hex. */
  digest: string
  slug: string
  type: AttachmentType
}

const NAME = /^([0-9a-f]{32})-([a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?)\.(pdf|txt|csv)$/

export function attachmentName({
  digest,
  title,
  type,
}: {
  digest: string
  title: string
  type: AttachmentType
}): string {
  return `${digest}-${slugOf(title) || 'file'}.${type}`
}

function readAttachmentName(name: string): AttachmentFacts | undefined {
  const [, digest, slug, type] = NAME.exec(name) ?? []
  if (digest === undefined || slug === undefined) return undefined
  return { digest, slug, type: type as AttachmentType }
}

export function attachmentTypeOf(fileName: string): AttachmentType | undefined {
  const ending = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase()
  return ATTACHMENT_TYPES.find((type) => type === ending)
}

const IN_TEXT = /\/attachments\/([0-9a-f]{32}-[a-z0-9-]{1,60}\.(?:pdf|txt|csv))(?![\w.-])/g

export function attachmentsIn(html: string): string[] {
  if (!html.includes(`${ATTACHMENTS_PATH}/`)) return []
  return [...new Set(Array.from(html.matchAll(IN_TEXT), ([, name = '']) => name))]
}

export function filesIn(html: string): string[] {
  return [...imagesIn(html), ...attachmentsIn(html)]
}

export interface StoredFile {
  name: string
  digest: string
  contentType: string
  path: string
  /** What browsers call it when they save it, instead of showing it on the page. Undefined for images. */
  savedAs?: string
}

export function storedFile(name: string): StoredFile | undefined {
  const image = readImageName(name)
  if (image !== undefined) {
    return { name, digest: image.digest, contentType: contentTypeOfImage(image), path: imagePath(name) }
  }
  const attachment = readAttachmentName(name)
  if (attachment === undefined) return undefined
  const { digest, slug, type } = attachment
  return {
    name,
    digest,
    contentType: CONTENT_TYPES[type],
    path: `${ATTACHMENTS_PATH}/${name}`,
    savedAs: `${slug}.${type}`,
  }
}

export function storedFileAt(path: string): StoredFile | undefined {
  const file = storedFile(path.slice(path.lastIndexOf('/') + 1))
  return file?.path === path ? file : undefined
}

export function contentTypeOfAttachment(type: AttachmentType): string {
  return CONTENT_TYPES[type]
}
