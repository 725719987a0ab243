export function recordLink(path: string): string {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href
  return new URL(path, canonical ?? location.href).href
}
