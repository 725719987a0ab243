import { globalFailedPage } from '../../web/server-entry.tsx'
import type { AppContext } from '../context.ts'
import type { Fault } from '../faults.ts'
import { maintenanceOf } from '../maintenance-of.ts'
import { attribute, renderDocument } from './document.ts'
import { maintenancePage } from './maintenance-page.tsx'

/** A fault as a page that needs neither edition nor script. */
export function faultDocument(context: AppContext, fault: Fault): string {
  const { holder, config, assets } = context
  const provider = holder.current()?.edition.site.provider.name
  return renderDocument({
    ...pageOf(context, fault),
    siteName: provider === undefined ? 'Trust' : `${provider} Trust`,
    publicUrl: config.publicUrl,
    tags: { styles: assets.styles, fonts: assets.fonts, preloads: [], scripts: [] },
  })
}

function pageOf(context: AppContext, fault: Fault) {
  switch (fault.code) {
    case 'no-content-yet':
      return globalFailedPage()
    case 'in-maintenance':
      return maintenancePage({
        message: fault.message,
        endsAt: maintenanceOf(context)?.endsAt ?? null,
        now: context.clock(),
        provider: context.holder.current()?.edition.site.provider,
      })
    default:
      return plainPage(fault)
  }
}

function plainPage(fault: Fault) {
  return {
    meta: { title: `Error ${fault.status}`, description: fault.message, noindex: true },
    html: `<main class="fault"><h1>Error ${fault.status}</h1><p>${attribute(fault.message)}</p><p><a href="/">Go to the home page</a></p></main>`,
  }
}
