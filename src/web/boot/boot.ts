import { askWhereEarly } from '../ip-ranges/ask-where.ts'
import { connectionWords } from '../live/connection-words.ts'
import { editionShown } from '../live/edition-shown.ts'
import { currentConnection, followFrom, isSiteThere, onConnection, refreshPage } from '../live/following.ts'
import { showCurrent } from '../shell/show-current.ts'
import type { Hydration } from '../site.ts'
import { loadSpeedometer } from '../theme-widget/load-speedometer.ts'
import { holdEvents } from './held-events.ts'
import { needsScripts } from './needs-scripts.ts'
import { bootElement, restoreBefore, takenOver } from './take-over.ts'
import { writeTimes } from './write-times.ts'

/** As often as React writes the times. */
const TICK_MS = 30_000
/** After this time, timelines and the threat map need React, which moves them. */
const MOVES_AFTER_MS = 60_000
/** A page that can't load its scripts must not reload over and over. */
const RELOADS_AFTER_MS = 10_000

const element = bootElement()
if (element !== null) start(element.dataset.loads?.split(' ') ?? [])

function start(scripts: readonly string[]) {
  const startedAt = Date.now()
  let waking: Promise<boolean> | undefined
  let events = holdEvents(wake)
  let isHolding = true

  function wake(): Promise<boolean> {
    waking ??= takeOver(scripts).then(() => true, giveUp)
    return waking
  }

  async function giveUp() {
    if (events.isWaiting() && (await reloadIfThere())) return false
    events.letGo()
    showConnection()
    isHolding = false
    waking = undefined
    return false
  }

  function tick() {
    // The reader's next try may succeed.
    if (!isHolding) events = holdEvents(wake)
    isHolding = true
    writeTimes(document, new Date())
    const isOutdated =
      Date.now() - startedAt >= MOVES_AFTER_MS && document.querySelector('[data-moves]') !== null
    if (isOutdated && !document.hidden) void wake()
  }

  prepare()
  tick()
  const ticking = setInterval(tick, TICK_MS)
  const stopShowing = onConnection(showConnection)
  restoreBefore(() => {
    clearInterval(ticking)
    stopShowing()
    hideConnection()
  })
  followFrom(shownEdition(), async (edition) => {
    if (await wake()) return refreshPage(edition)
    await reloadIfThere()
    return { kind: 'failed' }
  })
  const leaving = new AbortController()
  window.addEventListener('popstate', reloadElsewhere(), leaving)
  window.addEventListener('storage', ({ key }) => isOwn(key) && void wake(), leaving)
  takenOver.then(
    () => {
      leaving.abort()
      events.replay()
    },
    () => {},
  )
  const where = document.querySelector<HTMLElement>('[data-where]')?.dataset.where
  if (where !== undefined) wakeIfOurs(where, wake)
  if (isReactNeededNow()) void wake()
}

/** Readers who come through one of our data centers see which one, and only React shows it. */
function wakeIfOurs(cloud: string, wake: () => void) {
  askWhereEarly(cloud).then(
    ({ data_centers }) => data_centers.length > 0 && wake(),
    () => {},
  )
}

function prepare() {
  // With a hash, React loads immediately and knows which fold contains the target.
  if (location.hash === '') shutFolds()
  const menu = document.querySelector<HTMLElement>('nav[aria-label="Main"] > ul')
  if (menu !== null) showCurrent(menu)
  if (document.querySelector('candor-speedometer') !== null) loadSpeedometer()
}

/** Folds are open in the server's HTML, for readers without scripts. */
function shutFolds() {
  for (const fresh of document.querySelectorAll<HTMLElement>('[data-fresh]')) {
    const folds = fresh.matches('details') ? [fresh] : fresh.querySelectorAll('[data-starts="closed"]')
    for (const fold of folds) fold.removeAttribute('open')
    fresh.removeAttribute('data-fresh')
  }
}

async function takeOver([entry = '', ...others]: readonly string[]) {
  for (const href of others) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
  await import(/* @vite-ignore */ entry)
  await takenOver
}

/** A newer release may have scripts with other names. */
async function reloadIfThere(): Promise<boolean> {
  if (performance.now() <= RELOADS_AFTER_MS || !(await isSiteThere())) return false
  location.reload()
  return true
}

/** A page that was reloaded may have earlier pages of the router behind it, which only React can show. */
function reloadElsewhere() {
  const { pathname, search } = location
  return () => {
    if (location.pathname !== pathname || location.search !== search) location.reload()
  }
}

function isReactNeededNow() {
  const { hash, search } = location
  return needsScripts({ cookies: document.cookie, stored: storedNames(), hash, search })
}

function storedNames(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

/** No key means that everything was cleared. */
function isOwn(key: string | null) {
  return key === null || key.startsWith('candor-')
}

function shownEdition() {
  const data = document.getElementById('candor-data')?.textContent ?? ''
  return editionShown((JSON.parse(data) as Hydration).global)
}

function showConnection() {
  writeConnection(connectionWords(currentConnection(), new Date()))
}

function hideConnection() {
  writeConnection('')
}

function writeConnection(words: string) {
  const notice = document.querySelector<HTMLElement>('[data-connection]')
  const text = notice?.querySelector('p')
  if (notice == null || text == null) return
  text.textContent = words
  notice.hidden = words === ''
}
