import { useEffect, useRef, useState } from 'react'
import { InertFrame } from '../../parts/inert-html.tsx'
import styles from './preview-panel.module.css'

/** As wide as the screens that most readers have. */
const WIDTH_PX = { desktop: 1024, phone: 390 } as const
const HEIGHT_PX = { desktop: 1500, phone: 900 } as const

/**
 * A document that can do nothing, drawn to fit. A new one is made ready behind the old one and then takes its place, so
 * that the preview is never blank.
 */
export function PreviewFrame({
  html,
  width,
  title,
}: {
  html: string
  width: 'desktop' | 'phone'
  title: string
}) {
  const box = useRef<HTMLDivElement>(null)
  // The one that is seen, and the newest while it is being made ready.
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
            makeReady(currentTarget, box.current)
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

/** It leads nowhere, and whoever had scrolled down finds the same place in the new one. */
function makeReady(frame: HTMLIFrameElement, box: HTMLElement | null) {
  const page = frame.contentDocument
  page?.addEventListener('click', (event) => event.preventDefault())
  const seen = box?.querySelector<HTMLIFrameElement>('iframe[aria-hidden]')
  if (seen) frame.contentWindow?.scrollTo(0, seen.contentWindow?.scrollY ?? 0)
}

/**
 * A mail has its styles on its elements. In markup our content security policy refuses them, so they come under names
 * that it does not know and are set here, by a script of ours: the frame itself runs none.
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
