import { isHttpsAddress } from '../../domain/csaf/check-advisory.ts'

/**
 * An address as the strictest readers take it (RFC 3986): browsers leave signs in it that are none of a URI, such as
 * letters of other scripts and a percent sign that begins nothing. Undefined for what is no https address.
 */
export function uriOf(written: string): string | undefined {
  if (!isHttpsAddress(written)) return undefined
  const { href, host } = new URL(written)
  const [before = '', ...fragments] = href.split('#')
  const encoded = [before, ...(fragments.length === 0 ? [] : [fragments.join('%23')])]
    .map((part) => part.replace(NO_SIGN_OF_A_URI, encodeURIComponent).replace(LONE_PERCENT, '%25'))
    .join('#')
  // Only around an address of IPv6 do brackets stand for themselves.
  return host.startsWith('[') ? encoded.replace('%5B', '[').replace('%5D', ']') : encoded
}

const NO_SIGN_OF_A_URI = /[^\w\-.~:/?@!$&'()*+,;=%]/gu
const LONE_PERCENT = /%(?![0-9a-f]{2})/gi
