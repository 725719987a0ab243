import { isHttpsAddress } from '../../domain/csaf/check-advisory.ts'

/**
 * Encodes a URL for the strictest parsers (RFC 3986): browsers keep characters that a URI does not allow, such as
 * non-ASCII letters and lone percent signs. Undefined unless it is an https URL.
 */
export function uriOf(written: string): string | undefined {
  if (!isHttpsAddress(written)) return undefined
  const { href, host } = new URL(written)
  const [before = '', ...fragments] = href.split('#')
  const encoded = [before, ...(fragments.length === 0 ? [] : [fragments.join('%23')])]
    .map((part) => part.replace(NO_SIGN_OF_A_URI, encodeURIComponent).replace(LONE_PERCENT, '%25'))
    .join('#')
  // Brackets are only allowed around an IPv6 address.
  return host.startsWith('[') ? encoded.replace('%5B', '[').replace('%5D', ']') : encoded
}

const NO_SIGN_OF_A_URI = /[^\w\-.~:/?@!$&'()*+,;=%]/gu
const LONE_PERCENT = /%(?![0-9a-f]{2})/gi
