import { renderToStaticMarkup } from 'react-dom/server'
import { ApiDocs } from '../../web/pages/api-docs-page.tsx'
import type { DocsSite } from '../../web/parts/api-docs/docs-header.tsx'
import type { OpenApiDocument } from '../../web/parts/api-docs/open-api-document.ts'
import type { AppContext } from '../context.ts'
import { renderDocument } from './document.ts'

export type { DocsSite, OpenApiDocument }

export function apiDocsDocument(
  { config, assets, holder }: AppContext,
  openApi: OpenApiDocument,
  site: DocsSite,
): string {
  return renderDocument({
    meta: {
      title: `Public API | ${site.provider} Trust`,
      description: `Everything on the trust site of ${site.provider} as JSON: addresses, parameters, answers.`,
    },
    canonicalUrl: `${config.publicUrl}/api/docs`,
    siteName: `${site.provider} Trust`,
    provider: holder.current()?.edition.site.provider,
    config,
    html: renderToStaticMarkup(<ApiDocs document={openApi} site={site} />),
    tags: {
      styles: assets.stylesOf('pages/api-docs-page.css'),
      fonts: assets.fonts,
      preloads: [],
      scripts: [],
    },
  })
}
