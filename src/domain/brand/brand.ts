import { imageAt } from '../images/image-name.ts'
import { DEFAULT_ACCENT, darkAccentOf } from './accent.ts'

export interface LegalLink {
  label: string
  /** An https address or a path of this site. */
  url: string
}

/** How the site looks, as set by staff. Empty: the default. */
export interface BrandLook {
  logo_light: string
  logo_dark: string
  shows_name: boolean
  icons: readonly string[]
  accent_light: string
  /** Empty: follows from the light one. */
  accent_dark: string
  footer_text: string
  legal_links: readonly LegalLink[]
  sender_name: string
  sender_address: string
  reply_to: string
}

export interface BrandValues extends BrandLook {
  name: string
}

export const STANDARD_LOOK: BrandLook = {
  logo_light: '',
  logo_dark: '',
  shows_name: false,
  icons: [],
  accent_light: '',
  accent_dark: '',
  footer_text: '',
  legal_links: [],
  sender_name: '',
  sender_address: '',
  reply_to: '',
}

/** In pixels: browsers and the ICO file, iPhones, and installed sites. */
export const ICON_SIZES = [16, 32, 48, 180, 192, 512] as const
export type IconSize = (typeof ICON_SIZES)[number]

/** Fields that are missing or of another type are empty: rows of other releases, and edition files. */
export function lookOf(stored: unknown): BrandLook {
  if (typeof stored !== 'object' || stored === null) return STANDARD_LOOK
  const of = stored as Record<string, unknown>
  const text = (name: keyof BrandLook) => (typeof of[name] === 'string' ? of[name] : '')
  const list = (name: keyof BrandLook): unknown[] => (Array.isArray(of[name]) ? of[name] : [])
  return {
    logo_light: text('logo_light'),
    logo_dark: text('logo_dark'),
    shows_name: of.shows_name === true,
    icons: list('icons').filter((icon) => typeof icon === 'string'),
    accent_light: text('accent_light'),
    accent_dark: text('accent_dark'),
    footer_text: text('footer_text'),
    // In this order, so that equal links are written alike: PostgreSQL sorts the fields of JSON.
    legal_links: list('legal_links')
      .filter(isLegalLink)
      .map(({ label, url }) => ({ label, url })),
    sender_name: text('sender_name'),
    sender_address: text('sender_address'),
    reply_to: text('reply_to'),
  }
}

function isLegalLink(link: unknown): link is LegalLink {
  const { label, url } = (link ?? {}) as Partial<LegalLink>
  return typeof label === 'string' && typeof url === 'string'
}

export function iconOf({ icons }: Pick<BrandLook, 'icons'>, size: IconSize): string | undefined {
  return icons.find((icon) => imageAt(icon)?.width === size)
}

export function imagesOfLook({ logo_light, logo_dark, icons }: BrandLook): string[] {
  return [logo_light, logo_dark, ...icons].flatMap((src) =>
    imageAt(src) === undefined ? [] : [src.slice(src.lastIndexOf('/') + 1)],
  )
}

export interface ShownLogo {
  src: string
  /** As shown, in CSS pixels; the file has three times as many. */
  width: number
  height: number
}

/** Fits beside the menu of the smallest header. */
export const LOGO_HEIGHT_PX = 36
export const LOGO_WIDTH_PX = 216

export function shownLogo(src: string): ShownLogo | undefined {
  const facts = imageAt(src)
  if (facts === undefined) return undefined
  const scale = Math.min(LOGO_HEIGHT_PX / facts.height, LOGO_WIDTH_PX / facts.width)
  return {
    src,
    width: Math.max(1, Math.round(facts.width * scale)),
    height: Math.max(1, Math.round(facts.height * scale)),
  }
}

const DEMO_PROVIDER = 'Northwall'

export function hasDemoMark(name: string): boolean {
  return name === DEMO_PROVIDER
}

export function initialOf(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase().slice(0, 2) ?? '•'
}

export function brandChangeWords(before: BrandValues, after: BrandValues): string[] {
  return [
    ...changed('Name', quoted(before.name), quoted(after.name)),
    ...replaced('Logo', before.logo_light, after.logo_light),
    ...replaced('Logo for the dark theme', before.logo_dark, after.logo_dark),
    ...(before.shows_name === after.shows_name
      ? []
      : [`The name is ${after.shows_name ? 'shown' : 'no longer shown'} beside the logo.`]),
    ...replaced('Favicon', before.icons.join(), after.icons.join()),
    ...changed('Accent color', accentWords(before), accentWords(after)),
    ...changed('Accent color in the dark theme', darkAccentWords(before), darkAccentWords(after)),
    ...changed('Footer text', quoted(before.footer_text), quoted(after.footer_text)),
    ...linkChanges(before.legal_links, after.legal_links),
    ...changed('Sender of mail', quoted(before.sender_name), quoted(after.sender_name)),
    ...changed('Sender address', quoted(before.sender_address), quoted(after.sender_address)),
    ...changed('Reply address', quoted(before.reply_to), quoted(after.reply_to)),
  ]
}

export function brandFacts(of: BrandValues): Record<string, unknown> {
  return {
    name: of.name,
    logo: of.logo_light,
    logo_for_the_dark_theme: of.logo_dark,
    name_beside_the_logo: of.shows_name,
    favicon: of.icons.at(-1) ?? '',
    accent_color: accentWords(of),
    accent_color_in_the_dark_theme: darkAccentWords(of),
    footer_text: of.footer_text,
    legal_links: of.legal_links.map(linkWords),
    sender_of_mail: of.sender_name,
    sender_address: of.sender_address,
    reply_address: of.reply_to,
  }
}

function changed(label: string, before: string, after: string): string[] {
  if (before === after) return []
  if (before === '') return [`${label} set to ${after}.`]
  return [
    after === '' ? `${label} removed; it was ${before}.` : `${label} changed from ${before} to ${after}.`,
  ]
}

function replaced(label: string, before: string, after: string): string[] {
  if (before === after) return []
  return [`${label} ${before === '' ? 'added' : after === '' ? 'removed' : 'replaced'}.`]
}

function quoted(words: string) {
  return words === '' ? '' : `“${words}”`
}

function accentWords({ accent_light: light }: BrandLook) {
  return light === '' ? `the standard ${DEFAULT_ACCENT.light.brand}` : light
}

function darkAccentWords({ accent_light: light, accent_dark: dark }: BrandLook) {
  if (light === '') return `the standard ${DEFAULT_ACCENT.dark.brand}`
  return dark === '' ? `${darkAccentOf(light)} (follows from the light one)` : dark
}

function linkChanges(before: readonly LegalLink[], after: readonly LegalLink[]): string[] {
  const [had, has] = [before.map(linkWords), after.map(linkWords)]
  const added = has.filter((link) => !had.includes(link)).map((link) => `Legal link added: ${link}.`)
  const removed = had.filter((link) => !has.includes(link)).map((link) => `Legal link removed: ${link}.`)
  const isReordered = added.length + removed.length === 0 && had.join('\n') !== has.join('\n')
  return [...added, ...removed, ...(isReordered ? ['Legal links are in another order.'] : [])]
}

function linkWords({ label, url }: LegalLink) {
  return `${label} (${url})`
}

/** What pages need to know. Never who mail is from. */
export interface PublicBrand {
  logo: { light: ShownLogo; dark: ShownLogo | null; shows_name: boolean } | null
  icon: string | null
  style: string | null
  footer_text: string
  legal_links: LegalLink[]
}

export function publicBrand(look: BrandLook, { style }: { style: string | undefined }): PublicBrand {
  const light = shownLogo(look.logo_light)
  return {
    logo:
      light === undefined
        ? null
        : { light, dark: shownLogo(look.logo_dark) ?? null, shows_name: look.shows_name },
    icon: iconOf(look, 192) ?? null,
    style: style ?? null,
    footer_text: look.footer_text,
    legal_links: [...look.legal_links],
  }
}
