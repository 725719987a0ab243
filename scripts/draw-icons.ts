// Draws the bitmaps in `public/` from the favicon, the mark and the site's font. Run it after changing one of them:
// `node scripts/run.mjs scripts/draw-icons.ts`, with CHROMIUM_PATH to use an installed Chromium.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import bundledChromium from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'
import { icoOf } from '../src/server/answers/make-brand-file.ts'
import { MARK } from '../src/ui/parts/demo-mark.ts'

const FONT = 'node_modules/@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2'

const COLORS = {
  paper: '#fcfbf9',
  rule: '#dedad2',
  ink: '#141a21',
  ink2: '#4b555f',
  ink3: '#69737d',
  brand: '#0b4f6c',
  onBrand: '#ffffff',
}

const installed = process.env.CHROMIUM_PATH
const browser = await chromium.launch(
  installed === undefined
    ? { executablePath: await bundledChromium.executablePath(), args: bundledChromium.args }
    : { executablePath: installed },
)
try {
  await drawIcons(browser)
} finally {
  await browser.close()
}

async function drawIcons(browser: Browser) {
  const favicon = await readFile('public/favicon.svg', 'utf8')
  const font = (await readFile(FONT)).toString('base64')
  const small = await Promise.all([16, 32].map((size) => picture(browser, favicon, size, size)))
  await writeFile('public/favicon.ico', icoOf(small))
  await writeFile('public/apple-touch-icon.png', await picture(browser, appIcon(), 180, 180))
  await writeFile('public/icon-192.png', await picture(browser, appIcon(), 192, 192))
  await writeFile('public/icon-512.png', await picture(browser, appIcon(), 512, 512))
  await writeFile('public/og.png', await picture(browser, sharingCard(font), 1200, 630))
  await drawNeutralIcons(browser)
}

/** For other providers without an icon of their own. Only the SVG contains the letter of their name. */
async function drawNeutralIcons(browser: Browser) {
  const folder = 'public/neutral'
  await mkdir(folder, { recursive: true })
  const small = await Promise.all([16, 32, 48].map((size) => picture(browser, neutralIcon(6), size, size)))
  await writeFile(`${folder}/favicon.ico`, icoOf(small))
  for (const [name, size] of [
    ['apple-touch-icon', 180],
    ['icon-192', 192],
    ['icon-512', 512],
  ] as const)
    await writeFile(`${folder}/${name}.png`, await picture(browser, neutralIcon(0), size, size))
}

function neutralIcon(cornerRadius: number) {
  return `<svg viewBox="0 0 26 26"><rect width="26" height="26" rx="${cornerRadius}" fill="${COLORS.brand}"/>
    <circle cx="13" cy="13" r="5" fill="none" stroke="${COLORS.onBrand}" stroke-width="2.6"/></svg>`
}

async function picture(browser: Browser, body: string, width: number, height: number) {
  const page = await browser.newPage({ viewport: { width, height } })
  await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${body}`)
  await page.evaluate(() => document.fonts.ready)
  const png = await page.screenshot({ omitBackground: true })
  await page.close()
  return png
}

/** Fills its square, because phones cut their own shape out of it; the mark stays within the part they keep. */
function appIcon() {
  return `<svg viewBox="-9 -9 44 44"><rect x="-9" y="-9" width="44" height="44" fill="${COLORS.brand}"/>
    <g fill="${COLORS.onBrand}">${markPaths()}</g></svg>`
}

/**
 * Shown for shared links for years, whatever the status, so it names the site and says nothing about its
 * state.
 */
function sharingCard(font: string) {
  return `<style>
      @font-face { font-family: 'Public Sans'; src: url(data:font/woff2;base64,${font}); font-weight: 100 900 }
      text { font-family: 'Public Sans' }
    </style>
    <svg viewBox="0 0 1200 630">
      <rect width="1200" height="630" fill="${COLORS.paper}"/>
      <g transform="translate(73 143) scale(3.4)" fill="${COLORS.brand}">${markPaths()}</g>
      <text x="186" y="213" font-size="76" letter-spacing="-1.5" font-weight="720" fill="${COLORS.ink}">Northwall
        <tspan font-weight="400" fill="${COLORS.ink3}">Trust</tspan></text>
      <text x="80" y="306" font-size="34" fill="${COLORS.ink2}">What is running, what is not, and since when.</text>
      <path d="${wallPath()}" stroke="${COLORS.rule}" stroke-width="2"/>
    </svg>`
}

function wallPath() {
  const stone = { width: 200, height: 50 }
  const courses = Array.from({ length: 4 }, (_, course) => {
    const y = 439 + course * stone.height
    const firstJoint = course % 2 === 0 ? 80 : -20
    const joints = Array.from({ length: 7 }, (_, joint) => firstJoint + joint * stone.width)
    return `M0 ${y}H1200${joints.map((x) => `M${x} ${y}v${stone.height}`).join('')}`
  })
  return courses.join('')
}

function markPaths() {
  return `<path d="${MARK.wall}" opacity="${MARK.wallOpacity}"/><path d="${MARK.letter}"/>`
}
