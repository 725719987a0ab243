import type { WidgetNotice } from '../contract/widget.ts'

/**
 * The status notice on third-party pages. It lives in a shadow root with a constructed stylesheet, so the page's CSP
 * only has to allow this origin for `script-src` and `connect-src`. It writes text, never markup, and stores nothing.
 * If the site is unreachable, it is hidden.
 *
 * <script src="https://trust.example/widget.js" data-cloud="example.net" async></script>
 */
const ASK_EVERY_MS = 60_000
/** Jitter, so that pages opened together don't poll together. */
const SPREAD_MS = 15_000
const ANSWER_WITHIN_MS = 10_000
/** Older answers are no longer shown as current. */
const BELIEVED_FOR_MS = 300_000

const CSS = `
:host{all:initial;display:block;color-scheme:light dark}
:host([data-theme=light]){color-scheme:light}
:host([data-theme=dark]){color-scheme:dark}
:host([data-mode=floating]){position:fixed;z-index:2147483000;inset:auto 16px 16px auto;max-width:min(23rem,calc(100vw - 32px))}
:host([data-position$=left]){right:auto;left:16px}
:host([data-position^=top]){top:16px;bottom:auto}
.box{display:flex;gap:10px;align-items:flex-start;box-sizing:border-box;padding:12px 14px;border:1px solid;border-radius:6px;border-color:light-dark(#dedad2,#2b3641);border-inline-start:4px solid var(--tone);background:light-dark(#fff,#161d24);color:light-dark(#141a21,#eef1f3);font:14px/1.45 ui-sans-serif,system-ui,sans-serif;text-align:start}
:host([data-mode=floating]) .box{box-shadow:0 1px 2px #0001,0 8px 24px #0002;animation:in .16s}
@keyframes in{from{opacity:0;transform:translateY(6px)}}
@media(prefers-reduced-motion:reduce){:host .box{animation:none!important}}
.box{--tone:light-dark(#1b7a4b,#57c48c)}
[data-state=service_disruption]{--tone:light-dark(#b3261e,#ff8a7f)}
[data-state=service_degradation]{--tone:light-dark(#a35200,#ffb35c)}
[data-state=under_investigation]{--tone:light-dark(#6b46c1,#c0a6ff)}
[data-state=under_maintenance]{--tone:light-dark(#1f5fa8,#86b8f5)}
.mark{flex:none;width:12px;height:12px;margin-top:4px;border-radius:1px;background:var(--tone);forced-color-adjust:none}
[data-state=operational] .mark{clip-path:polygon(0 55%,14% 41%,38% 64%,86% 10%,100% 23%,38% 92%)}
[data-state=under_investigation] .mark{border-radius:50%}
[data-state=under_maintenance] .mark{clip-path:polygon(50% 0,100% 50%,50% 100%,0 50%)}
[data-state=service_degradation] .mark{clip-path:polygon(50% 4%,100% 96%,0 96%)}
p{margin:0;flex:1;min-width:0;overflow-wrap:anywhere}
a{color:light-dark(#0b4f6c,#7cc4e0);white-space:nowrap}
button{all:unset;flex:none;box-sizing:border-box;width:24px;height:24px;margin:-2px -4px 0 0;border-radius:4px;text-align:center;font-size:18px;line-height:22px;cursor:pointer}
a:focus-visible,button:focus-visible{outline:2px solid;outline-offset:2px;border-radius:2px}
@media print{:host([data-mode=floating]){display:none}}
`

const script = document.currentScript
if (script instanceof HTMLScriptElement) whenReady(() => startQuietly(script))

/** In an outdated browser it shows nothing and the page gets no error. */
function startQuietly(script: HTMLScriptElement) {
  try {
    start(script)
  } catch {}
}

function start(script: HTMLScriptElement) {
  const { cloud, mode = 'floating', position = 'bottom-right', theme = 'auto', show } = script.dataset
  const isInline = mode === 'inline'
  // Removed from the page before it loaded: nowhere to show it.
  if (!cloud || (isInline && !script.isConnected)) return
  // Pages that reload their scripts on every navigation still get only one notice.
  const isThere = [...document.querySelectorAll<HTMLElement>('candor-status')].some(
    ({ dataset }) => dataset.mode !== 'inline' && dataset.cloud === cloud && dataset.position === position,
  )
  if (isThere && !isInline) return
  const address = new URL(`/${encodeURIComponent(cloud)}/widget.json`, script.src)
  const host = document.createElement('candor-status')
  host.lang = 'en'
  Object.assign(host.dataset, { cloud, mode, position, theme })
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(CSS)
  root.adoptedStyleSheets = [sheet]
  // In the DOM before its content, so that screen readers announce it.
  const region = root.appendChild(element('div', { role: 'status' }))
  if (isInline && document.body.contains(script)) script.after(host)
  else document.body.append(host)

  let said = ''
  let closed = ''
  let receivedAt = 0
  let askedAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  async function ask() {
    clearTimeout(timer)
    askedAt = performance.now()
    try {
      const answer = await fetch(address, {
        credentials: 'omit',
        cache: 'no-cache',
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      })
      if (!answer.ok) throw answer
      const notice = (await answer.json()) as WidgetNotice
      receivedAt = performance.now()
      showNotice(notice)
    } catch {
      if (performance.now() - receivedAt > BELIEVED_FOR_MS) hide()
    }
    timer = setTimeout(askIfSeen, ASK_EVERY_MS + Math.random() * SPREAD_MS)
  }

  function askIfSeen() {
    if (!host.isConnected) return stop()
    if (document.visibilityState === 'visible') void ask()
  }

  function stop() {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisibility)
  }

  function onVisibility() {
    if (performance.now() - askedAt >= ASK_EVERY_MS) askIfSeen()
  }

  function showNotice(notice: WidgetNotice) {
    const key = JSON.stringify([notice.state, notice.message, notice.count, notice.url])
    const isQuiet =
      (notice.state === 'operational' || notice.state === 'under_maintenance') &&
      !isInline &&
      show !== 'always'
    if (isQuiet || key === closed) return hide()
    if (key === said) return
    said = key
    region.replaceChildren(boxOf(notice, key))
  }

  function boxOf({ provider, state, message, url, title }: WidgetNotice, key: string) {
    const box = element('div', { class: 'box', 'data-state': state })
    const words = element('p', { dir: 'auto' })
    // Readers may not know whose services this page uses.
    if (provider) words.append(element('b', {}, `${provider}: `))
    words.append(`${message} `)
    const link = element('a', { target: '_blank', rel: 'noopener' }, title === null ? 'Status' : 'Read more')
    link.href = isWeb(url) ? url : address.origin
    if (title !== null) link.setAttribute('aria-label', `Read more: ${title}`)
    words.append(link)
    box.append(element('span', { class: 'mark' }), words)
    if (!isInline) {
      const close = element('button', { type: 'button', 'aria-label': 'Close' }, '×')
      close.onclick = () => {
        closed = key
        hide()
      }
      box.append(close)
    }
    return box
  }

  function hide() {
    said = ''
    region.replaceChildren()
  }

  document.addEventListener('visibilitychange', onVisibility)
  askIfSeen()
}

function whenReady(go: () => void) {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', go, { once: true })
  else go()
}

function element<K extends keyof HTMLElementTagNameMap>(name: K, marks: Record<string, string>, text = '') {
  const made = document.createElement(name)
  for (const [mark, value] of Object.entries(marks)) made.setAttribute(mark, value)
  made.textContent = text
  return made
}

function isWeb(url: string) {
  return /^https?:\/\//.test(url)
}
