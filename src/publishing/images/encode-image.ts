import { createHash } from 'node:crypto'
import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { ICON_SIZES, LOGO_HEIGHT_PX, LOGO_WIDTH_PX } from '../../domain/brand/brand.ts'
import { type ImageType, imageName } from '../../domain/images/image-name.ts'

/** As wide as the text of a page on a screen with two pixels per point. */
const MOST_WIDTH = 1_600
/** A screenshot of a long page. */
const MOST_HEIGHT = 8_000
/** A phone photo has 48 million. An image of a few bytes can declare billions. */
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
  /** There are no binaries of sharp for this platform. The rest of the site works. */
  | { kind: 'unavailable' }

export async function encodeImage(given: Buffer): Promise<EncodeOutcome> {
  if (formatOfBytes(given) === undefined) return refusedImage(NOT_AN_IMAGE)
  const sharp = await loadSharp()
  if (sharp === undefined) return { kind: 'unavailable' }
  // Before any pixel is decoded.
  const about = await sharp(given, LIMITS)
    .metadata()
    .catch(() => undefined)
  if (about === undefined) return refusedImage(DAMAGED)
  const objection = objectionTo(about)
  if (objection !== undefined) return refusedImage(objection)
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
    return refusedImage(DAMAGED)
  }
}

/** Three pixels per point of the largest logo in a header; a logo of a few pixels would be a blur. */
const LOGO = { width: LOGO_WIDTH_PX * 3, height: LOGO_HEIGHT_PX * 3 }
const LEAST_LOGO_HEIGHT = 24
const WIDEST_LOGO = 12
const TALLEST_LOGO = 3
/** Smaller ones would be a blur on a phone. */
const LEAST_ICON_SIZE = 192
/** Cropping by eye is off by a pixel or two. */
const NEARLY_SQUARE = 0.03

export type EncodedImage = Extract<EncodeOutcome, { kind: 'encoded' }>
export type EncodeBrandOutcome =
  | { kind: 'encoded'; images: EncodedImage[] }
  | Exclude<EncodeOutcome, { kind: 'encoded' }>

export async function encodeLogo(given: Buffer): Promise<EncodeBrandOutcome> {
  return encodeDrawing(given, ({ width, height }) => {
    if (height < LEAST_LOGO_HEIGHT)
      return `This logo is only ${height} pixels high. Please use one of at least ${LEAST_LOGO_HEIGHT}; ${LOGO.height} or more is best.`
    if (width / height > WIDEST_LOGO || height / width > TALLEST_LOGO)
      return `This logo is ${width} × ${height} pixels, which is too ${width > height ? 'wide' : 'tall'} for the header. Please use one between 1:${TALLEST_LOGO} and ${WIDEST_LOGO}:1.`
    return { sizes: [{ ...LOGO, fit: 'inside' }] }
  })
}

export async function encodeIcons(given: Buffer): Promise<EncodeBrandOutcome> {
  return encodeDrawing(given, ({ width, height }) => {
    if (Math.abs(width - height) > NEARLY_SQUARE * Math.max(width, height))
      return `This image is ${width} × ${height} pixels. Please use a square one, such as 512 × 512.`
    if (Math.min(width, height) < LEAST_ICON_SIZE)
      return `This image is ${width} × ${height} pixels. Please use one of at least ${LEAST_ICON_SIZE} × ${LEAST_ICON_SIZE}; 512 × 512 is best.`
    return {
      sizes: ICON_SIZES.map((size) => ({
        width: size,
        height: size,
        fit: 'fill',
        // iPhones fill what is transparent with black.
        isOpaque: size === 180,
      })),
    }
  })
}

interface DrawnSize {
  width: number
  height: number
  fit: 'inside' | 'fill'
  isOpaque?: boolean
}

async function encodeDrawing(
  given: Buffer,
  plan: (size: { width: number; height: number }) => string | { sizes: DrawnSize[] },
): Promise<EncodeBrandOutcome> {
  if (formatOfBytes(given) === undefined) return refusedImage(isSvg(given) ? SVG_REFUSED : NOT_AN_IMAGE)
  const sharp = await loadSharp()
  if (sharp === undefined) return { kind: 'unavailable' }
  const about = await sharp(given, LIMITS)
    .metadata()
    .catch(() => undefined)
  if (about === undefined) return refusedImage(DAMAGED)
  const { width, height } = about.autoOrient
  const objection = objectionTo(about)
  if (objection !== undefined) return refusedImage(objection)
  const planned = plan({ width, height })
  if (typeof planned === 'string') return refusedImage(planned)
  try {
    const images: EncodedImage[] = []
    for (const { isOpaque = false, fit, ...box } of planned.sizes) {
      const drawn = sharp(given, LIMITS)
        .timeout({ seconds: WITHIN_S })
        .autoOrient()
        .resize({ ...box, fit, withoutEnlargement: fit === 'inside' })
        .toColorspace('srgb')
      const whole = isOpaque ? drawn.flatten({ background: '#ffffff' }) : drawn
      const { data: bytes, info } = await whole
        .png({ compressionLevel: 9, palette: box.width > 200, quality: 95 })
        .toBuffer({ resolveWithObject: true })
      images.push(named(bytes, info))
    }
    return { kind: 'encoded', images }
  } catch {
    return refusedImage(DAMAGED)
  }
}

function named(bytes: Buffer, { width, height }: { width: number; height: number }): EncodedImage {
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  const name = imageName({ digest, width, height, type: 'png' })
  return { kind: 'encoded', name, bytes, width, height }
}

function isSvg(given: Buffer) {
  return /<svg[\s>]/i.test(given.toString('latin1', 0, 1_000))
}

const SVG_REFUSED =
  'An SVG file is a program rather than a picture, so the server doesn’t take it. Please save it as PNG; the Brand screen does that for you.'

type ImageFormat = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif'

/**
 * The format of an image by its first bytes, whatever its name and type say. Undefined for anything else,
 * above all SVG, which is a program and not a picture.
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
    return `This image is ${width} × ${height} pixels, which is too many. Please use a smaller one.`
  return undefined
}

const NOT_AN_IMAGE =
  'This file is not an image that can be used here. Please use PNG, JPEG, WebP, GIF or AVIF.'
const DAMAGED =
  'This image can’t be read. It may be damaged; please save it again, or take a screenshot of it.'

function refusedImage(sentence: string): Extract<EncodeOutcome, { kind: 'refused' }> {
  return { kind: 'refused', sentence }
}

type SharpModule = typeof import('sharp')['default']

/** The loaders for the formats of `formatOfBytes`. Others, such as the one for SVG, are never started. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`)

let loading: Promise<SharpModule | undefined> | undefined

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
