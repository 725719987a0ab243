/**
 * A mail has its styles on its elements. In markup our content security policy refuses them, so they come under names
 * that it does not know and are set here, by a script of ours: the frame itself runs none.
 */
export function applyKeptStyles(frame: HTMLIFrameElement) {
  const page = frame.contentDocument
  const view = frame.contentWindow as (Window & typeof globalThis) | null
  if (page === null || view === null) return
  for (const element of page.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? ''
  }
  const css = page.querySelector<HTMLMetaElement>('meta[name="kept-style"]')?.content
  if (css === undefined) return
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync(css)
  page.adoptedStyleSheets = [sheet]
}
