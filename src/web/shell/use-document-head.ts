import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { HeadMeta } from '../page-state.ts'
import { usePageState } from './use-page-state.ts'

/** The server wrote the head of the first page; from then on title and description follow the reader. */
export function useDocumentHead() {
  const meta = usePageState()?.meta
  const { pathname, search } = useLocation()
  const isWritten = useRef(true)
  useEffect(() => {
    if (!isWritten.current && meta !== undefined) writeHead(meta, pathname + search)
    isWritten.current = false
  }, [meta, pathname, search])
}

function writeHead(meta: HeadMeta, path: string) {
  document.title = meta.title
  set('meta[name="description"]', 'content', meta.description)
  set('meta[property="og:title"]', 'content', meta.title)
  set('meta[property="og:description"]', 'content', meta.description)
  const canonical = canonicalLink()
  canonical.href = new URL(meta.canonicalPath ?? path, canonical.href || location.origin).href
  set('meta[property="og:url"]', 'content', canonical.href)
  markIndexed(meta.noindex !== true)
}

/** A page without an address of its own, such as a missing one, came without the element. */
function canonicalLink() {
  const found = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  if (found !== null) return found
  const made = document.createElement('link')
  made.rel = 'canonical'
  document.head.append(made)
  return made
}

function set(selector: string, attribute: string, value: string) {
  document.querySelector(selector)?.setAttribute(attribute, value)
}

function markIndexed(isIndexed: boolean) {
  const robots = document.querySelector('meta[name="robots"]')
  if (isIndexed) robots?.remove()
  else if (robots === null) {
    const made = document.createElement('meta')
    made.name = 'robots'
    made.content = 'noindex'
    document.head.append(made)
  }
}
