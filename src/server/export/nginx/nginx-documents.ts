import type { DocumentRoute } from '../../../edition/documents/document.ts'
import { DOCUMENT_ROUTES } from '../../../edition/documents/families.ts'
import { OPEN_TO_ALL } from '../../http/cross-origin.ts'
import { ENDINGS } from '../file-of.ts'
import { type Headers, JSON_FAULTS, type Serve, tryFiles } from './nginx-location.ts'
import { exactly } from './nginx-text.ts'

const DOCUMENT_VIEW = `\${candor_document_view}`

export function nginxDocuments(serve: Serve, shared: Headers): string[] {
  return DOCUMENT_ROUTES.map((route) =>
    serve(locationOf(route), {
      type: route.type,
      cache: { ...shared, ...OPEN_TO_ALL, ...route.headers },
      faults: JSON_FAULTS,
      files: tryFiles(
        // Unknown parameters don't change the answer.
        `\${uri}${route.query === undefined ? '' : DOCUMENT_VIEW}${ENDINGS.document}`,
        '=404',
        ...(route.isWholeInExport === true ? [`\${uri}${ENDINGS.document}`] : []),
      ),
    }),
  )
}

export const DOCUMENT_PARAMETERS = DOCUMENT_ROUTES.flatMap(({ query }) =>
  Object.keys(query?.properties ?? {}),
)

function locationOf({ path }: DocumentRoute) {
  if (!path.includes(':')) return `location = ${path}`
  const parts = path.split(/(:\w+)/).map((part) => (part.startsWith(':') ? '[^/]+' : exactly(part)))
  return `location ~ "^${parts.join('')}$"`
}
