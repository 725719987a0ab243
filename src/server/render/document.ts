import { type BrandLook, hasDemoMark, iconOf, STANDARD_LOOK } from '../../domain/brand/brand.ts'
import { escapeAttribute } from '../../domain/escape-html.ts'
import { brandStylePath } from '../../edition/brand/brand-style.ts'
import { signedInScript } from '../../web/account/signed-in-script.ts'
import { dismissedScript } from '../../web/banners/dismissed.ts'
import { mineScript } from '../../web/mine/device-places.ts'
import type { HeadMeta } from '../../web/page-state.ts'
import { themeScript } from '../../web/theme-script.ts'
import type { Config } from '../config.ts'
import { isOpenToAnyone, type SignOnConfig } from '../sign-on/staff-sign-on.ts'

export interface DocumentParts {
  meta: HeadMeta
  /** Absolute. Absent for pages without their own URL, such as a 404. */
  canonicalUrl?: string | undefined
  siteName: string
  /** Absent: the site has no content yet. */
  provider?: { name: string; brand: BrandLook } | undefined
  config: SignOnConfig & Pick<Config, 'publicUrl' | 'isDemoOpen'>
  html: string
  hydration?: unknown
  isInert?: boolean
  tags: HeadTags
}

interface HeadTags {
  styles: readonly string[]
  fonts: readonly string[]
  preloads: readonly string[]
  scripts: readonly string[]
  /**
   * A page that is mostly read loads this first, and the scripts and preloads only when the reader needs
   * them.
   */
  boot?: string | undefined
  extra?: string | undefined
}

/**
 * Styles use this mark to show what needs scripts. Pages of the past have the same styles but run no
 * scripts.
 */
const SCRIPTS_MARK = 'document.documentElement.dataset.scripts="";'

/** Settings stored on the device must apply before the first paint. */
const firstPaintScript = SCRIPTS_MARK + themeScript + dismissedScript + mineScript + signedInScript

export const INLINE_SCRIPTS = [firstPaintScript]

const DEMO_STRIP = '<aside class="demo-strip" aria-label="Demo">Demo: anyone can sign in as staff</aside>\n'

export function renderDocument(parts: DocumentParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${describe(parts)}
${iconLinks(parts.provider?.brand)}
<link rel="manifest" href="/site.webmanifest">
<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#161d24" media="(prefers-color-scheme: dark)">
${parts.isInert === true ? '' : `<script>${firstPaintScript}</script>`}
${load(parts.tags, parts.provider?.brand)}
</head>
<body>
${isOpenToAnyone(parts.config) ? DEMO_STRIP : ''}<div id="root">${parts.html}</div>
${parts.hydration === undefined ? '' : `<script type="application/json" id="candor-data">${scriptJson(parts.hydration)}</script>`}
${scriptElements(parts.tags)}
</body>
</html>
`
}

function describe({ meta, canonicalUrl, siteName, provider, config: { publicUrl } }: DocumentParts) {
  const picture = sharingPicture(provider)
  const title = escapeAttribute(meta.title)
  const description = escapeAttribute(meta.description)
  const tags = [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}">`,
    meta.noindex === true && '<meta name="robots" content="noindex">',
    canonicalUrl !== undefined && `<link rel="canonical" href="${escapeAttribute(canonicalUrl)}">`,
    ...feedLinks(meta),
    `<meta property="og:type" content="website">`,
    `<meta property="og:site_name" content="${escapeAttribute(siteName)}">`,
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    canonicalUrl !== undefined && `<meta property="og:url" content="${escapeAttribute(canonicalUrl)}">`,
    ...(picture === undefined
      ? []
      : [
          `<meta property="og:image" content="${escapeAttribute(publicUrl + picture.src)}">`,
          `<meta property="og:image:width" content="${picture.width}">`,
          `<meta property="og:image:height" content="${picture.height}">`,
        ]),
    `<meta name="twitter:card" content="${picture?.isCard === true ? 'summary_large_image' : 'summary'}">`,
  ]
  return tags.filter((tag) => tag !== false).join('\n')
}

function sharingPicture(provider: DocumentParts['provider']) {
  const icon = provider && iconOf(provider.brand, 512)
  if (icon !== undefined) return { src: icon, width: 512, height: 512, isCard: false }
  const isDemo = provider !== undefined && hasDemoMark(provider.name)
  return isDemo ? { src: '/og.png', width: 1200, height: 630, isCard: true } : undefined
}

function iconLinks(look: BrandLook = STANDARD_LOOK) {
  const [small, usual, large, phone] = ([32, 48, 192, 180] as const).map((size) => iconOf(look, size))
  if (small === undefined)
    return `<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">`
  const sized: [string | undefined, number][] = [
    [small, 32],
    [usual, 48],
    [large, 192],
  ]
  return [
    ...sized.flatMap(([src, size]) =>
      src === undefined
        ? []
        : `<link rel="icon" href="${escapeAttribute(src)}" sizes="${size}x${size}" type="image/png">`,
    ),
    `<link rel="apple-touch-icon" href="${escapeAttribute(phone ?? small)}">`,
  ].join('\n')
}

function feedLinks({ feedPath, title }: HeadMeta) {
  if (feedPath === undefined) return []
  const and = feedPath.includes('?') ? '&' : '?'
  return [
    ['application/rss+xml', feedPath],
    ['application/atom+xml', `${feedPath}${and}format=atom`],
    ['application/feed+json', `${feedPath}${and}format=json`],
  ].map(
    ([type, href]) =>
      `<link rel="alternate" type="${type}" title="${escapeAttribute(title)}" href="${escapeAttribute(href ?? '')}">`,
  )
}

function load({ styles, fonts, preloads, boot, extra }: HeadTags, look: BrandLook = STANDARD_LOOK) {
  const ownColors = brandStylePath(look)
  return [
    ...fonts.map(
      (href) =>
        `<link rel="preload" href="${escapeAttribute(href)}" as="font" type="font/woff2" crossorigin>`,
    ),
    ...styles.map((href) => `<link rel="stylesheet" href="${escapeAttribute(href)}">`),
    ...(ownColors === undefined ? [] : [`<link rel="stylesheet" href="${ownColors}" data-brand>`]),
    ...(boot === undefined ? preloads : [boot]).map(
      (href) => `<link rel="modulepreload" href="${escapeAttribute(href)}">`,
    ),
    extra ?? '',
  ].join('\n')
}

/** The boot script reads from its element what to load when React is needed, the entry first. */
function scriptElements({ scripts, preloads, boot }: HeadTags) {
  if (boot === undefined) {
    return scripts.map((src) => `<script type="module" src="${escapeAttribute(src)}"></script>`).join('\n')
  }
  const loads = [...new Set([...scripts, ...preloads])].join(' ')
  return `<script type="module" src="${escapeAttribute(boot)}" id="candor-boot" data-loads="${escapeAttribute(loads)}"></script>`
}

/** JSON that can't end the script element around it. */
function scriptJson(value: unknown) {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
