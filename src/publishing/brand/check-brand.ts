import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { storedImages } from '../../db/images.ts'
import { emailAddress } from '../../domain/account/email-address.ts'
import { accentProblem } from '../../domain/brand/accent.ts'
import { type BrandValues, ICON_SIZES, imagesOfLook } from '../../domain/brand/brand.ts'
import { imageAt } from '../../domain/images/image-name.ts'
import { isLink } from '../site/nouns/addresses.ts'
import { first } from '../site/nouns/checks.ts'
import { oneLine, severalLines } from '../site/typed-words.ts'
import { named } from '../site/verbs/outcomes.ts'

export function tidyBrand(typed: BrandValues): BrandValues {
  return {
    name: oneLine(typed.name),
    logo_light: typed.logo_light.trim(),
    logo_dark: typed.logo_dark.trim(),
    shows_name: typed.shows_name,
    icons: [...typed.icons],
    accent_light: typed.accent_light.trim().toLowerCase(),
    accent_dark: typed.accent_dark.trim().toLowerCase(),
    footer_text: severalLines(typed.footer_text),
    legal_links: typed.legal_links
      .map(({ label, url }) => ({ label: oneLine(label), url: oneLine(url) }))
      .filter(({ label, url }) => label !== '' || url !== ''),
    sender_name: oneLine(typed.sender_name),
    sender_address: oneLine(typed.sender_address).toLowerCase(),
    reply_to: oneLine(typed.reply_to).toLowerCase(),
  }
}

export async function wrongBrand(
  db: Kysely<DB>,
  values: BrandValues,
  { mailFrom }: { mailFrom: string },
): Promise<Record<string, string> | undefined> {
  const stored = await storedImages(db, imagesOfLook(values))
  const isMissing = (src: string) => src !== '' && !stored.has(src.slice(src.lastIndexOf('/') + 1))
  return named({
    name: first(values.name === '' && 'Please name the provider.'),
    logo_light: first(
      isMissing(values.logo_light) && NOT_STORED,
      values.logo_light === '' && values.logo_dark !== '' && 'Please add the logo for the light theme, too.',
    ),
    logo_dark: first(isMissing(values.logo_dark) && NOT_STORED),
    icons: first(
      values.icons.some(isMissing) && NOT_STORED,
      values.icons.length > 0 && !isWholeSet(values.icons) && 'Please add the favicon again.',
    ),
    accent_light: first(
      values.accent_light === '' &&
        values.accent_dark !== '' &&
        'Please choose the color for the light theme, too.',
      values.accent_light !== '' && accentProblem(values.accent_light, 'light'),
    ),
    accent_dark: first(values.accent_dark !== '' && accentProblem(values.accent_dark, 'dark')),
    legal_links: first(...values.legal_links.map((link) => linkProblem(link, values.legal_links))),
    sender_address: senderProblem(values.sender_address, mailFrom),
    reply_to: first(
      values.reply_to !== '' &&
        !isAddress(values.reply_to) &&
        'Please enter an address such as help@example.com.',
    ),
  })
}

const NOT_STORED = 'This image is no longer there. Please add it again.'

function isWholeSet(icons: readonly string[]) {
  const sizes = icons.map((icon) => imageAt(icon)).filter((facts) => facts?.width === facts?.height)
  return (
    icons.length === ICON_SIZES.length &&
    ICON_SIZES.every((size) => sizes.some((facts) => facts?.width === size))
  )
}

function linkProblem(
  { label, url }: BrandValues['legal_links'][number],
  all: BrandValues['legal_links'],
): string | false {
  if (label === '') return `Please name the link to ${url}.`
  if (!isLink(url)) return `“${label}” needs an https address or a path of this site, such as /privacy.`
  const isTwice = all.filter((other) => other.label.toLowerCase() === label.toLowerCase()).length > 1
  return isTwice && `There are two links named “${label}”.`
}

/**
 * Mail servers check that the domain of the sender allows ours to send (SPF, DKIM, DMARC). The operator set that up for
 * one domain.
 */
function senderProblem(address: string, mailFrom: string): string | undefined {
  if (address === '') return undefined
  if (!isAddress(address)) return 'Please enter an address such as status@example.com.'
  const domain = domainOf(mailFrom)
  if (domainOf(address) === domain) return undefined
  return `Please use an address at ${domain}. This site sends from there, and mail that claims another domain fails the checks of mail servers (SPF, DMARC). The operator can change it with MAIL_FROM.`
}

function isAddress(written: string) {
  return emailAddress(written) !== undefined && /^[\x21-\x7e]+$/.test(written)
}

function domainOf(address: string) {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}
