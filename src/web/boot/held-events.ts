export interface HeldEvents {
  replay(): void
  /** If scripts can't be loaded, lets the browser do what works without them. */
  letGo(): void
  isWaiting(): boolean
}

/** Only React handles clicks on these. Links, forms, `<details>` and text fields work natively. */
const WAITING = 'button, input:is([type="radio"], [type="checkbox"]), [data-mark], [data-waits]'
const INTERACTIVE = 'a[href], button, input, select, textarea, label, summary, [role="application"]'
/** How far the pointer may move during a press. The element under it doesn't count, because the page may have moved. */
const STILL_PX = 10
const PLAIN_LINK = 'a[href]:not([data-mark], [data-waits])'

export function holdEvents(wake: () => void): HeldEvents {
  const held: { event: Event; place: Place }[] = []
  /** Readers press again while nothing happens. That counts once. */
  const isKnown = ({ type }: Event, element: Element) =>
    held.some(({ event, place }) => event.type === type && place.element === element)
  const typed = new Map<Field, string>()
  const folds = new Map<HTMLDetailsElement, boolean>()
  let pointed: PointerEvent | undefined
  let focused: Place | undefined
  let pressed: { place: Place; at: PointerEvent; replacement?: Element | undefined } | undefined
  const listening = new AbortController()
  const pressing = new AbortController()

  function listen<Name extends keyof DocumentEventMap>(
    names: readonly Name[],
    handle: (event: DocumentEventMap[Name], element: Element | undefined) => void,
    { passive = true } = {},
  ) {
    for (const name of names) {
      document.addEventListener(
        name,
        (event) => handle(event, event.target instanceof Element ? event.target : undefined),
        { capture: true, passive, signal: listening.signal },
      )
    }
  }

  function hold(event: Event, element: Element) {
    event.preventDefault()
    event.stopImmediatePropagation()
    if (!isKnown(event, element)) held.push({ event, place: toPlace(element) })
    wake()
  }

  listen(['wheel'], () => wake())
  // The menu scrolls automatically to the current page.
  listen(['scroll'], (_, element) => {
    if (element === undefined) wake()
  })
  // A mouse may be released outside of the window.
  document.addEventListener('pointerdown', () => (pressed = undefined), {
    capture: true,
    signal: pressing.signal,
  })
  listen(['pointerdown', 'touchstart'], (event, element) => {
    if (element?.closest(PLAIN_LINK) == null) wake()
    // Taps need no help: the browser fires their click on what is there at the end.
    const isPress = event instanceof PointerEvent && event.pointerType === 'mouse' && isPlainClick(event)
    const waiting = element?.closest(WAITING)
    if (isPress && waiting != null) pressed = { place: toPlace(waiting), at: event }
  })
  // If React replaces the element during a press, the browser fires no click. Listens until the first release after React
  // has taken over.
  document.addEventListener('pointerup', release, { capture: true, signal: pressing.signal })
  listen(['pointerover'], (event, element) => {
    if (event.pointerType !== 'mouse') return
    pointed = event
    if (element?.closest(INTERACTIVE) != null) wake()
  })
  listen(['focusin'], (_, element) => {
    focused = element && toPlace(element)
    wake()
  })
  listen(
    ['keydown'],
    (event, element) => {
      if (isShortcut(event)) hold(event, element ?? document.body)
      else wake()
    },
    { passive: false },
  )
  listen(
    ['click'],
    (event, element) => {
      const waiting = element?.closest(WAITING)
      if (waiting != null && isPlainClick(event) && !isSending(waiting)) return hold(event, waiting)
      const fold = element?.closest('summary')?.parentElement
      if (fold instanceof HTMLDetailsElement) folds.set(fold, !fold.open)
      wake()
    },
    { passive: false },
  )
  listen(['input', 'change'], (_, element) => {
    if (isField(element)) typed.set(element, element.value)
    wake()
  })

  function release(event: PointerEvent) {
    if (listening.signal.aborted) pressing.abort()
    if (pressed === undefined) return
    const { place, at, replacement } = pressed
    pressed = undefined
    const isMeant = Math.hypot(event.clientX - at.clientX, event.clientY - at.clientY) <= STILL_PX
    const click = new MouseEvent('click', { bubbles: true, cancelable: true, composed: true })
    if (place.element.isConnected || !isMeant || isKnown(click, place.element)) return
    if (listening.signal.aborted) replacement?.dispatchEvent(click)
    else held.push({ event: click, place })
  }

  function replay() {
    listening.abort()
    if (pressed === undefined) pressing.abort()
    else pressed.replacement = elementAt(pressed.place)
    for (const [fold, isOpen] of folds) toggleAgain(fold, isOpen)
    for (const [field, value] of typed) typeAgain(field, value)
    if (focused !== undefined) refocus(focused)
    if (pointed?.target instanceof Element && held.length === 0) pointAgain(pointed, pointed.target)
    doHeld()
  }

  function letGo() {
    listening.abort()
    pressing.abort()
    doHeld()
    held.length = 0
  }

  function doHeld() {
    // Look up all elements first: each event may change the page, and then the places of the others no longer match.
    const found = held.map(({ event, place }) => ({ event, element: elementAt(place) }))
    for (const { event, element } of found) element?.dispatchEvent(copyOf(event))
  }

  return { replay, letGo, isWaiting: () => held.length > 0 }
}

/** An element and the way to it: React may replace the element, such as a link by a button. */
interface Place {
  element: Element
  way: number[]
  name: string
}

function toPlace(element: Element): Place {
  const way: number[] = []
  for (let at: Element | null = element; at?.parentElement != null; at = at.parentElement) {
    way.unshift([...at.parentElement.children].indexOf(at))
  }
  return { element, way, name: visibleName(element) }
}

/** Something else may be there now that the reader did not press. */
function elementAt({ element, way, name }: Place): Element | undefined {
  if (element.isConnected) return element
  let at: Element | undefined = document.documentElement
  for (const index of way) at = at?.children[index]
  return at !== undefined && visibleName(at) === name ? at : undefined
}

function visibleName(element: Element): string {
  return element.getAttribute('aria-label') ?? element.textContent.trim()
}

function refocus(place: Place) {
  const element = place.element.isConnected ? undefined : elementAt(place)
  if (element instanceof HTMLElement && document.activeElement === document.body)
    element.focus({ preventScroll: true })
}

/** Opens the search. Browsers use these keys, too. */
function isShortcut(event: KeyboardEvent) {
  return (
    event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
  )
}

/** Every form has an address, so the browser can send it, even if scripts never come. */
function isSending(element: Element) {
  return element instanceof HTMLButtonElement && element.type === 'submit' && element.form !== null
}

function isPlainClick(event: MouseEvent) {
  return event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
}

function copyOf(event: Event): Event {
  const Kind = event.constructor as typeof Event
  return new Kind(event.type, event)
}

/** Without `relatedTarget`: with it, React takes this for a move inside the page. */
function pointAgain({ clientX, clientY, pointerId, pointerType }: PointerEvent, target: Element) {
  const init = { bubbles: true, cancelable: true, composed: true, clientX, clientY, pointerId, pointerType }
  target.dispatchEvent(new PointerEvent('pointerover', init))
}

/** React has reset the fold. The reader's choice wins. */
function toggleAgain(fold: HTMLDetailsElement, isOpen: boolean) {
  if (fold.open === isOpen) fold.dispatchEvent(new Event('toggle'))
  else fold.open = isOpen
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function isField(element: Element | undefined): element is Field {
  return element?.matches('select, textarea, input:not([type="radio"], [type="checkbox"])') === true
}

/** React notices a change only if the field seems to have had another value before. */
function typeAgain(field: Field, value: string) {
  const caret = field instanceof HTMLSelectElement ? null : field.selectionStart
  if (!(field instanceof HTMLSelectElement)) field.value = `${value} `
  const prototype = Object.getPrototypeOf(field) as object
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  if (caret !== null && !(field instanceof HTMLSelectElement)) field.setSelectionRange(caret, caret)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}
