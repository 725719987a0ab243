import { useEffect } from 'react'

/**
 * A page that stays open takes over a new brand. The old sheet goes once the new one is there, so that no
 * frame is without colors.
 */
export function useBrandStyle(path: string | null) {
  useEffect(() => {
    const before = [...document.querySelectorAll<HTMLLinkElement>('link[data-brand]')]
    if (before.length === 1 && before[0]?.getAttribute('href') === path) return
    const drop = () => {
      for (const sheet of before) sheet.remove()
    }
    if (path === null) return drop()
    const sheet = document.createElement('link')
    sheet.rel = 'stylesheet'
    sheet.href = path
    sheet.dataset.brand = ''
    sheet.onload = drop
    document.head.append(sheet)
  }, [path])
}
