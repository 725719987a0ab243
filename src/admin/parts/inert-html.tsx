import { type ComponentProps, useMemo } from 'react'
import { createPolicy } from '../../ui/trusted-types.ts'

/**
 * HTML as it was typed, for places where no script can run. Its values must not leave this file: anywhere else they
 * would bring markup into the page that no sanitizer has seen.
 */
const policy = createPolicy('candor-inert', { createHTML: withoutRefusedAttributes })

/**
 * Without the styles and handlers that the policy of the page refuses anyway, and reports: whatever is pasted from a word
 * processor is full of them. The sanitizer of the server leaves none of them either.
 */
export function withoutRefusedAttributes(html: string): string {
  return html.replace(TAG, (tag) =>
    tag.replace(ATTRIBUTE, (attribute, name: string) => (/^(?:style$|on)/i.test(name) ? '' : attribute)),
  )
}

/** Whole attributes, so that words inside of quotes stay as they are. */
const VALUE = `\\s*=\\s*(?:"[^"]*"|'[^']*'|[^\\s"'>]+)`
const TAG = new RegExp(`<[a-z][^\\s/><]*(?:\\s+[^\\s=/>]+(?:${VALUE})?)+`, 'gi')
const ATTRIBUTE = new RegExp(`\\s+([^\\s=/>]+)(?:${VALUE})?`, 'g')

/** A document that shows nothing, loads nothing and runs nothing. */
export function parseInert(html: string): Document {
  return new DOMParser().parseFromString(policy.createHTML(html), 'text/html')
}

/** Nothing runs and nothing opens in it. Of our own origin, or it could not load our own style. */
export function InertFrame({
  html,
  title,
  ...props
}: { html: string; title: string } & Omit<ComponentProps<'iframe'>, 'sandbox' | 'src' | 'srcDoc'>) {
  // React compares by identity, and each trusted value is a new object: the frame would load again.
  const srcDoc = useMemo(() => policy.createHTML(html), [html])
  return <iframe {...props} title={title} sandbox="allow-same-origin" srcDoc={srcDoc} />
}
