import { type ComponentProps, useMemo } from 'react'
import { createPolicy } from '../../ui/trusted-types.ts'

/**
 * Unsanitized HTML, for places where no script can run. Its values must not leave this file: anywhere else they would
 * bring unsanitized markup into the page.
 */
const policy = createPolicy('candor-inert', { createHTML: withoutRefusedAttributes })

/**
 * Removes the styles and handlers that the page's CSP would block and report: text pasted from word processors is full
 * of them. The server's sanitizer removes them too.
 */
export function withoutRefusedAttributes(html: string): string {
  return html.replace(TAG, (tag) =>
    tag.replace(ATTRIBUTE, (attribute, name: string) => (/^(?:style$|on)/i.test(name) ? '' : attribute)),
  )
}

/** Matches whole attributes, so that quoted text is unchanged. */
const VALUE = `\\s*=\\s*(?:"[^"]*"|'[^']*'|[^\\s"'>]+)`
const TAG = new RegExp(`<[a-z][^\\s/><]*(?:\\s+[^\\s=/>]+(?:${VALUE})?)+`, 'gi')
const ATTRIBUTE = new RegExp(`\\s+([^\\s=/>]+)(?:${VALUE})?`, 'g')

/** A document that renders, loads and runs nothing. */
export function parseInert(html: string): Document {
  return new DOMParser().parseFromString(policy.createHTML(html), 'text/html')
}

/** Runs no scripts and opens nothing. Same origin, or it couldn't load our styles. */
export function InertFrame({
  html,
  title,
  ...props
}: { html: string; title: string } & Omit<ComponentProps<'iframe'>, 'sandbox' | 'src' | 'srcDoc'>) {
  // React compares by identity, and each trusted value is a new object: the frame would reload.
  const srcDoc = useMemo(() => policy.createHTML(html), [html])
  return <iframe {...props} title={title} sandbox="allow-same-origin" srcDoc={srcDoc} />
}
