import { useMemo, useRef } from 'react'
import { escapeText } from '../../../domain/escape-html.ts'
import richText from '../../../ui/parts/rich-text.module.css'
import { InertFrame } from '../../parts/inert-html.tsx'
import styles from './rich-preview.module.css'

/**
 * Rendered in a frame without scripts, because the text may not be sanitized yet; with the styles of this page, which
 * are those of the site.
 */
export function RichPreview({ title, html }: { title: string; html: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const document = useMemo(() => pageOf(title, html), [title, html])

  function fit() {
    const body = frame.current?.contentDocument?.body
    if (frame.current !== null && body != null) frame.current.style.height = `${body.scrollHeight + 2}px`
  }

  return (
    <InertFrame
      ref={frame}
      className={styles.frame}
      title={`Preview of ${title}`}
      html={document}
      onLoad={fit}
    />
  )
}

function pageOf(title: string, html: string) {
  const styleTags = [...document.querySelectorAll('link[rel="stylesheet"], style')]
    .map((element) => element.outerHTML)
    .join('')
  const theme = document.documentElement.dataset.theme
  return `<!doctype html><html lang="en"${theme === undefined ? '' : ` data-theme="${theme}"`}>
<head>${styleTags}</head>
<body class="${styles.body}" inert><h1 dir="auto">${escapeText(title)}</h1><div dir="auto" class="${richText.text}">${html}</div></body></html>`
}
