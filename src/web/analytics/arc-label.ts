/** Angles in radians, clockwise from the top; radii in drawing units. */
export interface ArcBounds {
  start: number
  end: number
  inner: number
  outer: number
}

export interface ArcLabel {
  lines: string[]
  x: number
  y: number
  /** In degrees. */
  rotation: number
  size: number
}

/** Average letter width, relative to the font size. */
export const LETTER_WIDTH = 0.52
export const LINE_HEIGHT = 1.12
const PADDING = 2

export function arcLabel(words: string, arc: ArcBounds, sizes: readonly number[]): ArcLabel | undefined {
  const ways = sizes.flatMap((size) => waysToWrite(words).map((lines) => ({ lines, size })))
  for (const { lines, size } of ways) {
    const rotation = levelRotation(boxOf(lines, size), arc)
    if (rotation === undefined) continue
    const middle = (arc.start + arc.end) / 2
    const radius = (arc.inner + arc.outer) / 2
    return {
      lines,
      x: rounded(radius * Math.sin(middle)),
      y: rounded(-radius * Math.cos(middle)),
      rotation: rounded((rotation * 180) / Math.PI),
      size,
    }
  }
  return undefined
}

interface TextBox {
  halfWidth: number
  halfHeight: number
}

function boxOf(lines: readonly string[], size: number): TextBox {
  const longest = Math.max(...lines.map((line) => line.length))
  return {
    halfWidth: (longest * size * LETTER_WIDTH) / 2,
    halfHeight: (size * (1 + (lines.length - 1) * LINE_HEIGHT)) / 2,
  }
}

function levelRotation(text: TextBox, arc: ArcBounds): number | undefined {
  const middle = (arc.start + arc.end) / 2
  const rotations = [
    ...(fitsAlong(text, arc) ? [middle] : []),
    ...(fitsAcross(text, arc) ? [middle - Math.PI / 2] : []),
  ]
  return rotations.map(upright).sort((a, b) => Math.abs(a) - Math.abs(b))[0]
}

/** Straight text on a curved band: its outer corners and inner middle come closest to the edges. */
function fitsAlong({ halfWidth, halfHeight }: TextBox, { start, end, inner, outer }: ArcBounds) {
  const radius = (inner + outer) / 2
  const cornerRadius = Math.hypot(radius + halfHeight, halfWidth)
  const cornerAngle = Math.atan2(halfWidth + PADDING, radius - halfHeight)
  return (
    cornerRadius <= outer - PADDING &&
    radius - halfHeight >= inner + PADDING &&
    2 * cornerAngle <= end - start
  )
}

function fitsAcross({ halfWidth, halfHeight }: TextBox, { start, end, inner, outer }: ArcBounds) {
  const isShortEnough = 2 * halfWidth <= outer - inner - 2 * PADDING
  const innerEnd = (inner + outer) / 2 - halfWidth
  return isShortEnough && 2 * Math.atan2(halfHeight + 1, innerEnd) <= end - start
}

function upright(rotation: number) {
  const turn = Math.atan2(Math.sin(rotation), Math.cos(rotation))
  if (turn > Math.PI / 2) return turn - Math.PI
  if (turn <= -Math.PI / 2) return turn + Math.PI
  return turn
}

function rounded(value: number) {
  return Math.round(value * 100) / 100
}

export function waysToWrite(words: string): string[][] {
  const parts = words.split(' ')
  const splits = parts.slice(1).map((_, index) => {
    const lines = [parts.slice(0, index + 1).join(' '), parts.slice(index + 1).join(' ')]
    return { lines, longest: Math.max(...lines.map((line) => line.length)) }
  })
  const [even] = splits.sort((a, b) => a.longest - b.longest)
  return [[words], ...(even === undefined ? [] : [even.lines]), ...(parts.length > 2 ? [parts] : [])]
}
