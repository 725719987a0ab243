import { isAccountCall } from '../../../domain/account/account-calls.ts'
import { METHODS, type OpenApiDocument } from './open-api-document.ts'

/** Called by programs with a token, so documented although not public. */
const FOR_PROGRAMS = '/api/v1/'

/**
 * Operations for our own pages need a session and change with the pages; they make up most of the document
 * and are left out.
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
