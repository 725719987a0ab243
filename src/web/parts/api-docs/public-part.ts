import { isAccountCall } from '../../../domain/account/account-calls.ts'
import { METHODS, type OpenApiDocument } from './open-api-document.ts'

/** What programs call with a token is theirs, though it is closed to everybody else. */
const FOR_PROGRAMS = '/api/v1/'

/**
 * What programs of others can use. What the pages of this site ask for whoever is signed in takes a session and a page of
 * our own, and changes with those pages; it is most of the document, and nobody reads it here.
 */
export function publicPart(document: OpenApiDocument): OpenApiDocument {
  const paths = Object.entries(document.paths).flatMap(([path, operations]) => {
    const isOpen = (method: string) =>
      path.startsWith(FOR_PROGRAMS) || !isAccountCall(method.toUpperCase(), path)
    const open = METHODS.filter((method) => operations[method] !== undefined && isOpen(method))
    return open.length === 0
      ? []
      : [[path, Object.fromEntries(open.map((method) => [method, operations[method]]))] as const]
  })
  return { ...document, paths: Object.fromEntries(paths) as OpenApiDocument['paths'] }
}
