import type { Edition } from '../edition.ts'
import type { AddressAsked, DocumentFound, DocumentRoute } from './document.ts'
import { DOCUMENT_ROUTES } from './families.ts'

const PATTERNS = DOCUMENT_ROUTES.map((route) => ({ route, pattern: new RegExp(`^${patternOf(route)}$`) }))
/** A single expression, because it is tested on every request. */
const ANY = new RegExp(
  `^(?:${DOCUMENT_ROUTES.map((route) => patternOf(route, { isNamed: false })).join('|')})$`,
)

export function isDocumentPath(pathname: string): boolean {
  return DOCUMENT_ROUTES.length > 0 && ANY.test(pathname)
}

export function isPartInExport(address: string): boolean {
  const { pathname, search } = new URL(address, 'https://site.invalid')
  if (search === '') return false
  return PATTERNS.some(({ route, pattern }) => route.isWholeInExport === true && pattern.test(pathname))
}

export function findDocument(
  edition: Edition,
  address: string,
): { route: DocumentRoute; found: DocumentFound } | undefined {
  const { pathname, searchParams } = new URL(address, 'https://site.invalid')
  for (const { route, pattern } of PATTERNS) {
    const groups = pattern.exec(pathname)?.groups
    if (groups === undefined && pathname !== route.path) continue
    const params = Object.entries(groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)])
    const asked: AddressAsked = { ...Object.fromEntries(searchParams), ...Object.fromEntries(params) }
    const found = route.find(edition, asked)
    return found && { route, found }
  }
  return undefined
}

function patternOf({ path }: DocumentRoute, { isNamed = true } = {}): string {
  return path
    .split(/(:\w+)/)
    .map((part) => {
      if (!part.startsWith(':')) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      return isNamed ? `(?<${part.slice(1)}>[^/]+?)` : '[^/]+?'
    })
    .join('')
}
