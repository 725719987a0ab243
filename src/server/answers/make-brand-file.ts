import { accentOf } from '../../domain/brand/accent.ts'
import { hasDemoMark, type IconSize, iconOf, imagesOfLook, initialOf } from '../../domain/brand/brand.ts'
import { escapeText } from '../../domain/escape-html.ts'
import { imagePath } from '../../domain/images/image-name.ts'
import { type Answer, answerOfBytes, makeAnswer } from '../../edition/answer.ts'
import type { Computed } from '../../edition/answer-cache.ts'
import { BRAND_STYLE_PATH, brandStyle, brandStylePath } from '../../edition/brand/brand-style.ts'
import type { Edition, SiteProvider } from '../../edition/edition.ts'
import { keysOfImage, SITE_KEY } from '../../edition/purge/surrogate-keys.ts'
import type { AppContext } from '../context.ts'
import { FILE_CACHE, IMMUTABLE_CACHE, keyHeaders } from '../http/cache-control.ts'
import { imageBytes } from './make-image.ts'

export const BRAND_ICONS: readonly string[] = [
  '/favicon.ico',
  '/favicon.svg',
  '/apple-touch-icon.png',
  '/icon-192.png',
  '/icon-512.png',
  '/og.png',
]

/** The build has a version without a letter beside each of the demo's icons. */
const NEUTRAL_FOLDER = '/neutral'

export function isBrandPath(path: string): boolean {
  return BRAND_ICONS.includes(path) || path.startsWith(`${BRAND_STYLE_PATH}/`)
}

type MakeBrandFile = Pick<AppContext, 'assets' | 'images' | 'log'>

/** Whether pages need this file to look right, even while the site is closed. */
export function isOfBrand(edition: Edition | undefined, path: string): boolean {
  if (BRAND_ICONS.includes(path)) return true
  const look = edition?.site.provider.brand
  if (look === undefined) return false
  return path === brandStylePath(look) || imagesOfLook(look).some((name) => imagePath(name) === path)
}

export function brandFilesOf({ site: { provider } }: Edition): string[] {
  const style = brandStylePath(provider.brand)
  const hasCard = hasDemoMark(provider.name) && provider.brand.icons.length === 0
  return [
    ...BRAND_ICONS.filter((path) => path !== '/og.png' || hasCard),
    ...(style === undefined ? [] : [style]),
  ]
}

export async function makeBrandFile(
  context: MakeBrandFile,
  { site: { provider } }: Edition,
  path: string,
): Promise<Computed | undefined> {
  if (path === brandStylePath(provider.brand)) {
    return { key: path, answer: await styleAnswer(brandStyle(provider.brand)) }
  }
  if (!BRAND_ICONS.includes(path)) return undefined
  const answer =
    provider.brand.icons.length > 0
      ? await ownIcon(context, provider, path)
      : standardIcon(context, provider, path)
  return answer === undefined ? undefined : { key: path, answer }
}

function styleAnswer(css: string): Promise<Answer> {
  return makeAnswer({
    headers: {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': IMMUTABLE_CACHE,
      ...keyHeaders([SITE_KEY]),
    },
    body: css,
  })
}

async function ownIcon(
  context: MakeBrandFile,
  { brand }: SiteProvider,
  path: string,
): Promise<Answer | undefined> {
  const bytesOf = async (size: IconSize) => {
    const src = iconOf(brand, size)
    return src === undefined ? undefined : imageBytes(context, src.slice(src.lastIndexOf('/') + 1))
  }
  const named = imagesOfLook(brand).flatMap(keysOfImage)
  const headersOf = (type: string) => ({
    'content-type': type,
    'cache-control': FILE_CACHE,
    ...keyHeaders([...new Set(named)]),
  })
  if (path === '/favicon.ico') {
    const pngs = await Promise.all(([16, 32, 48] as const).map(bytesOf))
    const identity = icoOf(pngs.filter((png) => png !== undefined))
    return answerOfBytes({ headers: headersOf('image/x-icon'), identity })
  }
  if (path === '/favicon.svg') {
    const png = await bytesOf(192)
    const image = `<image width="192" height="192" href="data:image/png;base64,${png?.toString('base64') ?? ''}"/>`
    return makeAnswer({ headers: headersOf('image/svg+xml'), body: svg(192, image) })
  }
  const size = PNG_SIZES[path]
  const identity = size === undefined ? undefined : await bytesOf(size)
  return identity && answerOfBytes({ headers: headersOf('image/png'), identity })
}

const PNG_SIZES: Readonly<Record<string, IconSize>> = {
  '/apple-touch-icon.png': 180,
  '/icon-192.png': 192,
  '/icon-512.png': 512,
}

export function standardIcon(
  { assets }: Pick<AppContext, 'assets'>,
  provider: SiteProvider | undefined,
  path: string,
): Answer | undefined {
  if (provider !== undefined && hasDemoMark(provider.name)) return assets.icons.get(path)
  if (path === '/favicon.svg' && provider !== undefined) return letterIcon(provider)
  return assets.icons.get(NEUTRAL_FOLDER + path)
}

function letterIcon({ name, brand }: SiteProvider): Answer {
  const { light, dark } = accentOf(brand)
  const letter = escapeText(initialOf(name))
  const body = svg(
    26,
    `<style>rect{fill:${light.brand}}text{fill:${light.onBrand};font:700 17px system-ui,sans-serif}@media(prefers-color-scheme:dark){rect{fill:${dark.brand}}text{fill:${dark.onBrand}}}</style><rect width="26" height="26" rx="6"/><text x="13" y="19" text-anchor="middle">${letter}</text>`,
  )
  return answerOfBytes({
    headers: { 'content-type': 'image/svg+xml', 'cache-control': FILE_CACHE, ...keyHeaders([SITE_KEY]) },
    identity: Buffer.from(body),
  })
}

function svg(size: number, content: string) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">${content}</svg>\n`
}

/** An ICO file is a directory of images: a header of 6 bytes, 16 bytes per image, then the PNG files. */
export function icoOf(pngs: readonly Buffer[]): Buffer {
  const directory = Buffer.alloc(6 + 16 * pngs.length)
  directory.writeUInt16LE(1, 2)
  directory.writeUInt16LE(pngs.length, 4)
  let offset = directory.length
  for (const [index, png] of pngs.entries()) {
    const entry = 6 + 16 * index
    directory.writeUInt8(png.readUInt32BE(16), entry)
    directory.writeUInt8(png.readUInt32BE(20), entry + 1)
    directory.writeUInt16LE(1, entry + 4)
    directory.writeUInt16LE(32, entry + 6)
    directory.writeUInt32LE(png.length, entry + 8)
    directory.writeUInt32LE(offset, entry + 12)
    offset += png.length
  }
  return Buffer.concat([directory, ...pngs])
}
