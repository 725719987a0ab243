import {
  angleOfShare,
  arcPath,
  DIAL,
  eased,
  type GaugeTick,
  pointAt,
  tickPositions,
} from './gauge-geometry.ts'
import css from './speedometer.css?inline'

const SWEEP_MS = 900
const VISIBLE_ENOUGH = 0.4

const TICKS = { steps: 40, majorEvery: 10, outerRadius: 110, minorLength: 5, majorLength: 10 }
const LABEL_RADIUS = 88
const END_LABEL_RADIUS = 94
const NEEDLE = { tailRadius: 74, tipRadius: 118 }

const styles = new CSSStyleSheet()
styles.replaceSync(css)

/** Draws into its shadow root, so that the element stays empty for React; colors are inherited from the page. */
class SpeedometerElement extends HTMLElement {
  #stop: (() => void) | undefined

  connectedCallback() {
    const show = drawGauge(this.shadowRoot ?? this.attachShadow({ mode: 'open' }))
    this.#stop = sweepOnceInView(this, Number(this.dataset.share), show)
  }

  disconnectedCallback() {
    this.#stop?.()
  }
}

if (!customElements.get('candor-speedometer')) {
  customElements.define('candor-speedometer', SpeedometerElement)
}

function drawGauge(root: ShadowRoot) {
  const ticks = tickPositions(TICKS).map((tick) => ({ ...tick, line: tickLine(tick) }))
  const value = svg('path', { class: 'value' })
  const needle = needleLine()
  const percent = svg('text', { class: 'percent', x: DIAL.centerX, y: DIAL.centerY - 20 })

  const dial = svg('svg', { viewBox: `0 0 ${DIAL.width} ${DIAL.height}` })
  dial.append(svg('path', { d: arcPath(0, 1, DIAL.radius) }))
  dial.append(...ticks.map((tick) => tick.line))
  dial.append(...ticks.filter((tick) => tick.isMajor).map(percentLabel))
  dial.append(percent, value, needle)
  root.adoptedStyleSheets = [styles]
  root.replaceChildren(dial)

  return (share: number) => {
    value.setAttribute('d', arcPath(0, share, DIAL.radius))
    needle.setAttribute('transform', `rotate(${angleOfShare(share)} ${DIAL.centerX} ${DIAL.centerY})`)
    percent.textContent = `${Math.round(share * 100)}%`
    for (const tick of ticks) tick.line.classList.toggle('passed', tick.share <= share)
  }
}

function tickLine({ from, to, isMajor }: GaugeTick) {
  const kind = isMajor ? 'tick major' : 'tick'
  return svg('line', { class: kind, x1: from.x, y1: from.y, x2: to.x, y2: to.y })
}

function percentLabel({ share }: GaugeTick) {
  const isEnd = share === 0 || share === 1
  const place = pointAt(share, isEnd ? END_LABEL_RADIUS : LABEL_RADIUS)
  const label = svg('text', { class: isEnd ? `label at-${share}` : 'label', ...place })
  label.textContent = String(Math.round(share * 100))
  return label
}

function needleLine() {
  const tail = pointAt(0, NEEDLE.tailRadius)
  const tip = pointAt(0, NEEDLE.tipRadius)
  return svg('line', { class: 'needle', x1: tail.x, y1: tail.y, x2: tip.x, y2: tip.y })
}

/**
 * Off screen the gauge shows its value, for print and full-page screenshots. It resets to zero when it enters the
 * viewport and sweeps once when enough of it is visible.
 */
function sweepOnceInView(element: Element, share: number, show: (share: number) => void) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    show(share)
    return undefined
  }
  show(0)
  let frame = 0
  const observer = new IntersectionObserver(
    (entries) => {
      const entry = entries.at(-1)
      if (!entry?.isIntersecting) return show(share)
      if (entry.intersectionRatio < VISIBLE_ENOUGH) return show(0)
      observer.disconnect()
      const startedAt = performance.now()
      const advance = (now: number) => {
        const progress = (now - startedAt) / SWEEP_MS
        show(share * eased(progress))
        if (progress < 1) frame = requestAnimationFrame(advance)
      }
      frame = requestAnimationFrame(advance)
    },
    { threshold: [0, VISIBLE_ENOUGH] },
  )
  observer.observe(element)
  return () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
  }
}

function svg<Name extends keyof SVGElementTagNameMap>(name: Name, attributes: object) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  return element
}
