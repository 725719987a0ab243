import { sitePath } from '../site-path.ts'
import { IMAGES_PATH, imageAt } from './image-name.ts'

export type ImageAttributes = Readonly<Record<string, string>>

/**
 * Undefined if it can't be shown. An image of ours has the size that its address says, so that the page
 * doesn't move when it arrives, and keeps a missing `alt`, because an author must decide on it before the
 * text is published.
 */
export function imageAttributes(
  written: Readonly<Record<string, string | undefined>>,
): ImageAttributes | undefined {
  const src = imageSource(written.src ?? '')
  if (src === undefined) return undefined
  const own = imageAt(src)
  if (own !== undefined) {
    return {
      src,
      ...(written.alt !== undefined && { alt: written.alt }),
      width: String(own.width),
      height: String(own.height),
      loading: 'lazy',
    }
  }
  const [width, height] = [pixels(written.width), pixels(written.height)]
  return {
    src,
    // Without alt text, a screen reader would read out the URL.
    alt: written.alt ?? '',
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
  }
}

/** The content security policy only allows images of this site and data images. */
function imageSource(value: string): string | undefined {
  const written = value.trim()
  return DATA_IMAGE.test(written) ? written : sitePath(written)
}

const DATA_IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/

function pixels(value: string | undefined): string | undefined {
  return value !== undefined && /^[1-9]\d{0,3}$/.test(value) ? value : undefined
}

export function wrongImageTags(html: string): string | undefined {
  const undescribed = Array.from(html.matchAll(/<img\s[^>]*>/gi), ([tag]) => tag).some(
    (tag) => tag.includes(`"${IMAGES_PATH}/`) && !/\salt=/i.test(tag),
  )
  return undescribed ? IMAGE_WITHOUT_ALT : undefined
}

const IMAGE_WITHOUT_ALT =
  'An image has no description. Describe it for people who can’t see it, or mark it as decorative.'
