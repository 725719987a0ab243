/** The whole address of a record, on the site as the server names it, whatever name this visit came by. */
export function recordLink(path: string): string {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href
  return new URL(path, canonical ?? location.href).href
}
