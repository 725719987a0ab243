import { createHash } from 'node:crypto'
import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { type ImageType, imageName } from '../../domain/images/image-name.ts'

/** As wide as the text of a page on a screen with two pixels per point. */
const MOST_WIDTH = 1_600
/** A screenshot of a long page. */
const MOST_HEIGHT = 8_000
/** A phone takes 48 million. An image of a few bytes can declare billions. */
const MOST_PIXELS = 50_000_000
const WITHIN_S = 20
const JPEG_QUALITY = 82
/** Letters stay sharp in a PNG. Photos are many times larger in one. */
const FINE_AS_PNG_BYTES = 300 * 1024
const MOST_TIMES_LARGER = 2
/** Above this, a PNG gets a palette. */
const LARGE_PNG_BYTES = 1024 * 1024

export type EncodeOutcome =
  | { kind: 'encoded'; name: string; bytes: Buffer; width: number; height: number }
  | { kind: 'refused'; sentence: string }
  /** This platform has no binaries of sharp. The rest of the site works. */
  | { kind: 'unavailable' }

/**
 * Decodes an image and writes it anew, so that only pixels are left: no place, no camera, no thumbnail of what was
 * cropped, no bytes that are something else as well. PNG or JPEG, because mail programs and feed readers show nothing
 * newer reliably.
 */
export async function encodeImage(given: Buffer): Promise<EncodeOutcome> {
  if (formatOfBytes(given) === undefined) return refused(NOT_AN_IMAGE)
  const sharp = await loadSharp()
  if (sharp === undefined) return { kind: 'unavailable' }
  // Before any pixel is decoded.
  const about = await sharp(given, LIMITS)
    .metadata()
    .catch(() => undefined)
  if (about === undefined) return refused(DAMAGED)
  const objection = objectionTo(about)
  if (objection !== undefined) return refused(objection)
  try {
    const upright = sharp(given, LIMITS)
      .timeout({ seconds: WITHIN_S })
      .autoOrient()
      .resize({ width: MOST_WIDTH, height: MOST_HEIGHT, fit: 'inside', withoutEnlargement: true })
      // Colors of other spaces would look wrong without their profile, which is metadata, too.
      .toColorspace('srgb')
    const { data, info } = await upright.raw().toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const pixels = () => sharp(data, { raw: { width, height, channels } })
    const isOpaque = (await pixels().stats()).isOpaque
    const { bytes, type } = await smallest(pixels, { isOpaque, isPhoto: about.format === 'jpeg' })
    const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
    return { kind: 'encoded', name: imageName({ digest, width, height, type }), bytes, width, height }
  } catch {
    return refused(DAMAGED)
  }
}

type ImageFormat = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif'

/**
 * The format of an image by its first bytes, whatever its name and type say. Undefined for everything else: above all
 * SVG, which is a program and not a picture.
 */
function formatOfBytes(bytes: Buffer): ImageFormat | undefined {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'gif'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(4, 8) === 'ftyp' && text(8, 32).includes('avi')) return 'avif'
  return undefined
}

async function smallest(
  pixels: () => Sharp,
  { isOpaque, isPhoto }: { isOpaque: boolean; isPhoto: boolean },
): Promise<{ bytes: Buffer; type: ImageType }> {
  const jpg = isOpaque
    ? await pixels().removeAlpha().jpeg({ quality: JPEG_QUALITY, mozjpeg: true }).toBuffer()
    : undefined
  if (jpg !== undefined && isPhoto) return { bytes: jpg, type: 'jpg' }
  const drawn = isOpaque ? pixels().removeAlpha() : pixels()
  const png = await drawn.png({ compressionLevel: 9 }).toBuffer()
  const isFine = png.length <= FINE_AS_PNG_BYTES || png.length <= (jpg?.length ?? 0) * MOST_TIMES_LARGER
  if (jpg !== undefined && !isFine) return { bytes: jpg, type: 'jpg' }
  if (png.length <= LARGE_PNG_BYTES) return { bytes: png, type: 'png' }
  return { bytes: await pixels().png({ palette: true }).toBuffer(), type: 'png' }
}

const LIMITS: SharpOptions = { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true }

function objectionTo({ width, height, pages = 1 }: Metadata): string | undefined {
  if (pages > 1) return 'Animated images are not supported. Please use a still image.'
  if (width * height > MOST_PIXELS)
    return `This image has ${width} × ${height} pixels, which is too many. Please use a smaller one.`
  return undefined
}

const NOT_AN_IMAGE =
  'This file is not an image that can be used here. Please use PNG, JPEG, WebP, GIF or AVIF.'
const DAMAGED =
  'This image can’t be read. It may be damaged; please save it again, or take a screenshot of it.'

function refused(sentence: string): EncodeOutcome {
  return { kind: 'refused', sentence }
}

type SharpModule = typeof import('sharp')['default']

/** The loaders of what `formatOfBytes` recognizes. Others, such as the one for SVG, are never started. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`)

let loading: Promise<SharpModule | undefined> | undefined

/** Only when the first image arrives: a site starts, and writes everything else, without these binaries. */
function loadSharp(): Promise<SharpModule | undefined> {
  loading ??= import('sharp').then(
    ({ default: sharp }) => {
      // Images come rarely. Memory and threads are for readers.
      sharp.cache(false)
      sharp.concurrency(1)
      sharp.block({ operation: ['VipsForeignLoad'] })
      sharp.unblock({ operation: LOADERS })
      return sharp
    },
    () => undefined,
  )
  return loading
}
