import { parseUrl } from '../../domain/parse-url.ts'

/** The message is one line that names the variable. */
export class WrongValue extends Error {}

/** The value may contain a password, so errors never include all of it. */
export function toUrl(name: string, value: string | undefined, protocols: string[]) {
  if (value === undefined) return undefined
  const isWanted = protocols.includes(parseUrl(value)?.protocol ?? '')
  if (!isWanted) throw new WrongValue(`${name} must be a URL that begins with ${protocols.join('// or ')}//.`)
  return value
}

/** `fetch` refuses a URL with a name and password, and its error repeats both in the log. */
export function toFetchedUrl(name: string, value: string | undefined, { instead }: { instead: string }) {
  const url = toUrl(name, value, ['http:', 'https:'])
  const { username = '', password = '' } = parseUrl(url ?? '') ?? {}
  if (username !== '' || password !== '')
    throw new WrongValue(`${name} must not contain a name and password: ${instead}.`)
  return url
}

export function toFlag(name: string, value: string | undefined, otherwise: boolean) {
  if (value === undefined) return otherwise
  if (value !== '0' && value !== '1') throw new WrongValue(`${name} must be 0 or 1, not "${value}".`)
  return value === '1'
}

export function toList(value: string | undefined) {
  return (value ?? '').split(',').flatMap((part) => part.trim() || [])
}

export function toCount(
  name: string,
  value: string | undefined,
  { least, most, otherwise }: { least: number; most: number; otherwise: number },
) {
  if (value === undefined) return otherwise
  const count = Number(value)
  const isCount = /^\d+$/.test(value) && count >= least && count <= most
  if (!isCount) throw new WrongValue(`${name} must be a number from ${least} to ${most}, not "${value}".`)
  return count
}
