import { escapeAttribute } from '../../domain/escape-html.ts'
import { shownProvider } from '../../edition/answers/global-answer.ts'
import { type FaultDocument, faultPage, globalFailedPage } from '../../web/server-entry.tsx'
import { minuteOf, readAnswer, valueAnswered } from '../answers/read-answer.ts'
import type { AppContext } from '../context.ts'
import type { Fault } from '../http/faults.ts'
import { maintenanceOf } from '../http/maintenance-of.ts'
import { renderDocument } from './document.ts'
import { maintenancePage } from './maintenance-page.tsx'

/**
 * A fault as a page that works without scripts, with header and menu if the site has content. `path` selects the cloud.
 */
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

/** Undefined without content, or if reading the content fails. */
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
