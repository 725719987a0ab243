import { useEffect, useRef, useState } from 'react'
import { InertFrame } from '../../parts/inert-html.tsx'
import styles from './preview-panel.module.css'

const WIDTH_PX = { desktop: 1024, phone: 390 } as const
const HEIGHT_PX = { desktop: 1500, phone: 900 } as const

/** A new document loads behind the old one and then replaces it, so that the preview is never blank. */
export function PreviewFrame({
  html,
  width,
  title,
  anchor,
}: {
  html: string
  width: 'desktop' | 'phone'
  title: string
  anchor?: string
}) {
  const box = useRef<HTMLDivElement>(null)
  const [layers, setLayers] = useState([{ key: 0, html, isReady: false }])
  const newest = layers.at(-1)

  useEffect(() => {
    setLayers((before) => {
      const last = before.at(-1)
      if (last === undefined || last.html === html) return before
      const seen = before.filter(({ isReady }) => isReady)
      return [...seen, { key: last.key + 1, html, isReady: false }]
    })
  }, [html])

  useEffect(() => {
    const element = box.current
    if (element === null) return
    const fitToBox = () => {
      const scale = Math.min(1, element.clientWidth / WIDTH_PX[width])
      element.style.setProperty('--scale', String(scale))
      element.style.setProperty('--frame-width', `${WIDTH_PX[width]}px`)
      element.style.setProperty('--frame-height', `${HEIGHT_PX[width]}px`)
    }
    const observer = new ResizeObserver(fitToBox)
    observer.observe(element)
    fitToBox()
    return () => observer.disconnect()
  }, [width])

  return (
    <div ref={box} className={styles.box}>
      {layers.map((layer) => (
        <InertFrame
          key={layer.key}
          className={styles.frame}
          title={title}
          html={layer.html}
          aria-hidden={layer !== newest || undefined}
          tabIndex={layer === newest ? undefined : -1}
          onLoad={({ currentTarget }) => {
            applyKeptStyles(currentTarget)
            makeReady(currentTarget, box.current, anchor)
            setLayers((before) =>
              before
                .filter(({ key }) => key >= layer.key)
                .map((one) => (one.key === layer.key ? { ...one, isReady: true } : one)),
            )
          }}
        />
      ))}
    </div>
  )
}

function makeReady(frame: HTMLIFrameElement, box: HTMLElement | null, anchor: string | undefined) {
  const page = frame.contentDocument
  page?.addEventListener('click', (event) => event.preventDefault())
  const seen = box?.querySelector<HTMLIFrameElement>('iframe[aria-hidden]')
  const first = anchor === undefined ? undefined : page?.getElementById(anchor)
  const top = seen ? (seen.contentWindow?.scrollY ?? 0) : (first?.getBoundingClientRect().top ?? 0)
  if (top !== 0) frame.contentWindow?.scrollTo(0, top)
}

/**
 * Mails have inline styles, which our content security policy blocks in markup. They arrive in data attributes and are
 * applied here by our own script: the frame itself runs no scripts.
 */
function applyKeptStyles(frame: HTMLIFrameElement) {
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
