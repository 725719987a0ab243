import { renderToStaticMarkup } from 'react-dom/server'
import { ApiDocs } from '../../web/pages/api-docs-page.tsx'
import type { OpenApiDocument } from '../../web/parts/api-docs/open-api-document.ts'
import type { AppContext } from '../context.ts'
import { renderDocument } from './document.ts'

export type { OpenApiDocument }

/** The contract on one page that needs no script. */
export function apiDocsDocument(
  { config, assets }: AppContext,
  openApi: OpenApiDocument,
  forMachines: string | undefined,
): string {
  return renderDocument({
    meta: {
      title: 'Public API',
      description: 'Everything on this site as JSON: addresses, parameters, answers.',
    },
    canonicalUrl: `${config.publicUrl}/api/docs`,
    siteName: 'Trust',
    publicUrl: config.publicUrl,
    html: renderToStaticMarkup(<ApiDocs document={openApi} forMachines={forMachines} />),
    tags: {
      styles: assets.stylesOf('pages/api-docs-page.css'),
      fonts: assets.fonts,
      preloads: [],
      scripts: [],
    },
  })
}
