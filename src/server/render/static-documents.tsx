import { renderToStaticMarkup } from 'react-dom/server'
import { escapeAttribute } from '../../domain/escape-html.ts'
import { shownProvider } from '../../edition/answers/global-answer.ts'
import { ApiDocs } from '../../web/pages/api-docs-page.tsx'
import { DEMO_IDENTITY_TITLE, DemoIdentity } from '../../web/pages/demo-identity-page.tsx'
import type { DocsSite } from '../../web/parts/api-docs/docs-header.tsx'
import type { OpenApiDocument } from '../../web/parts/api-docs/open-api-document.ts'
import { type FaultDocument, faultPage, globalFailedPage } from '../../web/server-entry.tsx'
import { type ClosedSite, MAINTENANCE_TITLE, MaintenanceNotice } from '../../web/shell/maintenance-notice.tsx'
import { minuteOf, readAnswer, valueAnswered } from '../answers/read-answer.ts'
import type { AppContext } from '../context.ts'
import type { Fault } from '../http/faults.ts'
import { maintenanceOf } from '../http/maintenance.ts'
import { DEMO_PEOPLE } from '../sign-on/demo-identity.ts'
import { renderDocument } from './document.ts'

export function faultDocument(context: AppContext, fault: Fault, path = '/'): string {
  const { holder, config, assets } = context
  const provider = holder.current()?.edition.site.provider
  return renderDocument({
    ...pageOf(context, fault, path),
    siteName: provider === undefined ? 'Trust' : `${provider.name} Trust`,
    provider,
    config,
    tags: { styles: assets.styles, fonts: assets.fonts, preloads: [], scripts: [] },
  })
}

function pageOf(context: AppContext, fault: Fault, path: string): FaultDocument {
  const provider = context.holder.current()?.edition.site.provider
  switch (fault.code) {
    case 'no-content-yet':
      return globalFailedPage()
    case 'in-maintenance':
      return maintenancePage({
        message: fault.message,
        endsAt: maintenanceOf(context)?.endsAt ?? null,
        now: context.clock(),
        provider: provider && shownProvider(provider),
      })
    // Sent to very many clients during an overload, when there is no time for more.
    case 'overloaded':
      return plainPage(fault)
    default:
      return pageInShell(context, fault, path) ?? plainPage(fault)
  }
}

function pageInShell({ holder, config, clock, log }: AppContext, fault: Fault, path: string) {
  const held = holder.current()
  if (held === undefined) return undefined
  const now = clock()
  try {
    const { outcome } = readAnswer(held, config, { path: '/api/global', input: {}, minute: minuteOf(now) })
    return faultPage({
      global: valueAnswered(outcome),
      now,
      path,
      status: fault.status,
      message: fault.message,
    })
  } catch (error) {
    log.error({ err: error }, 'An error page could not be shown with the menu')
    return undefined
  }
}

function plainPage(fault: Fault): FaultDocument {
  return {
    meta: { title: `Error ${fault.status}`, description: fault.message, noindex: true },
    html: `<main class="fault"><h1>Error ${fault.status}</h1><p>${escapeAttribute(fault.message)}</p><p><a href="/">Go to the home page</a></p></main>`,
  }
}

/** O-02: the whole page while the site is closed. It needs no script. */
function maintenancePage({ endsAt, now, ...rest }: Omit<ClosedSite, 'until'> & Ending) {
  const until = endsAt !== null && endsAt > now ? endsAt.toISOString() : undefined
  return {
    meta: { title: MAINTENANCE_TITLE, description: rest.message, noindex: true },
    html: renderToStaticMarkup(<MaintenanceNotice {...rest} until={until} />),
  }
}

interface Ending {
  endsAt: Date | null
  now: Date
}

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
