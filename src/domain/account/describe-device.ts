export function describeDevice(userAgent: string | null): string {
  const browser = nameIn(userAgent ?? '', BROWSERS)
  const system = nameIn(userAgent ?? '', SYSTEMS)
  if (browser === undefined && system === undefined) return 'Unknown device'
  if (system === undefined) return browser ?? ''
  return `${browser ?? 'Unknown browser'} on ${system}`
}

type Sign = readonly [sign: RegExp, name: string]

/** Browsers also name the ones they imitate, so the first match counts. */
const BROWSERS: readonly Sign[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
]

const SYSTEMS: readonly Sign[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

function nameIn(userAgent: string, signs: readonly Sign[]) {
  return signs.find(([sign]) => sign.test(userAgent))?.[1]
}
