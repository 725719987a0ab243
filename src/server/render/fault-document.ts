import { globalFailedPage } from '../../web/server-entry.tsx'
import type { AppContext } from '../context.ts'
import type { Fault } from '../faults.ts'
import { attribute, renderDocument } from './document.ts'

/** A fault as a page that needs neither edition nor script. */
export function faultDocument({ holder, config, assets }: AppContext, fault: Fault): string {
  const provider = holder.current()?.edition.site.provider.name
  const page = fault.code === 'no-content-yet' ? globalFailedPage() : plainPage(fault)
  return renderDocument({
    ...page,
    siteName: provider === undefined ? 'Trust' : `${provider} Trust`,
    publicUrl: config.publicUrl,
    tags: { styles: assets.styles, fonts: assets.fonts, preloads: [], scripts: [] },
  })
}

function plainPage(fault: Fault) {
  return {
    meta: { title: `Error ${fault.status}`, description: fault.message, noindex: true },
    html: `<main class="fault"><h1>Error ${fault.status}</h1><p>${attribute(fault.message)}</p><p><a href="/">Go to the home page</a></p></main>`,
  }
}
