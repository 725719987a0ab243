import { renderToStaticMarkup } from 'react-dom/server'
import { shownProvider } from '../../edition/answers/global-answer.ts'
import { DEMO_IDENTITY_TITLE, DemoIdentity } from '../../web/pages/demo-identity-page.tsx'
import type { AppContext } from '../context.ts'
import { DEMO_PEOPLE } from '../demo-identity/demo-people.ts'
import { renderDocument } from './document.ts'

export function demoIdentityDocument(
  { config, assets, holder }: AppContext,
  { action }: { action: string },
): string {
  const provider = holder.current()?.edition.site.provider
  return renderDocument({
    meta: { title: DEMO_IDENTITY_TITLE, description: 'Part of the demo.', noindex: true },
    siteName: provider === undefined ? 'Trust' : `${provider.name} Trust`,
    provider,
    config,
    html: renderToStaticMarkup(
      <DemoIdentity action={action} people={DEMO_PEOPLE} provider={provider && shownProvider(provider)} />,
    ),
    tags: {
      styles: assets.stylesOf('pages/demo-identity-page.css'),
      fonts: assets.fonts,
      preloads: [],
      scripts: [],
    },
  })
}
