/**
 * Paths into JSON, such as `alerts[0].labels.severity`, `$.groupKey`, `teams[*].summary` or `tags["my key"]`. A path
 * starts at one alert, or at the whole payload after `$`. Several, separated by `|`: the first one that finds something.
 * It only reads own properties and calls nothing.
 */
export type JsonPath = readonly JsonStep[][]

type JsonStep =
  | { kind: 'root' }
  | { kind: 'name'; name: string }
  | { kind: 'at'; index: number }
  | { kind: 'all' }

export const PATH_LENGTH = 500
/** A list in a payload may be long; no incident names this many things. */
const VALUES_AT_MOST = 200

const STEP = /(?:^|\.)([\p{L}\p{N}_@/-]+)|^(\$)|\[(\d{1,6})\]|\[(\*)\]|\["((?:[^"\\]|\\.)*)"\]/uy

/** Undefined if invalid. An empty path finds nothing. */
export function parsePath(written: string): JsonPath | undefined {
  if (written.length > PATH_LENGTH) return undefined
  if (written.trim() === '') return []
  const paths = alternatives(written).map(stepsOf)
  return paths.every((steps) => steps !== undefined) ? paths : undefined
}

/** A `|` inside quotes belongs to a name. */
function alternatives(written: string): string[] {
  return written.split(/\|(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((part) => part.trim())
}

function stepsOf(path: string): JsonStep[] | undefined {
  const steps: JsonStep[] = []
  STEP.lastIndex = 0
  while (STEP.lastIndex < path.length) {
    const found = STEP.exec(path)
    if (found === null) return undefined
    const [, name, root, index, all, quoted] = found
    if (root !== undefined) steps.push({ kind: 'root' })
    else if (name !== undefined) steps.push({ kind: 'name', name })
    else if (index !== undefined) steps.push({ kind: 'at', index: Number(index) })
    else if (all !== undefined) steps.push({ kind: 'all' })
    else steps.push({ kind: 'name', name: (quoted ?? '').replace(/\\(.)/g, '$1') })
  }
  return steps.length === 0 ? undefined : steps
}

export interface JsonScope {
  root: unknown
  /** The alert that relative paths start at. */
  item: unknown
}

export function valuesAt(path: JsonPath, scope: JsonScope): unknown[] {
  for (const steps of path) {
    const found = walk(steps, scope).filter((value) => value !== null && value !== undefined && value !== '')
    if (found.length > 0) return found
  }
  return []
}

function walk(steps: readonly JsonStep[], { root, item }: JsonScope): unknown[] {
  let values: unknown[] = [item]
  for (const step of steps) {
    if (step.kind === 'root') values = [root]
    else values = values.flatMap((value) => stepInto(value, step)).slice(0, VALUES_AT_MOST)
  }
  return values
}

function stepInto(value: unknown, step: Exclude<JsonStep, { kind: 'root' }>): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  switch (step.kind) {
    case 'name':
      return !Array.isArray(value) && Object.hasOwn(value, step.name)
        ? [(value as Record<string, unknown>)[step.name]]
        : []
    case 'at':
      return Array.isArray(value) && step.index < value.length ? [value[step.index]] : []
    case 'all':
      return (Array.isArray(value) ? value : Object.values(value)).slice(0, VALUES_AT_MOST)
  }
}

export function textsAt(path: JsonPath, scope: JsonScope): string[] {
  return valuesAt(path, scope)
    .flatMap((value) => (Array.isArray(value) ? value.slice(0, VALUES_AT_MOST) : [value]))
    .flatMap((value) => {
      if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()]
      return typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : []
    })
}

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g

export function wrongPlaceholders(template: string): string[] {
  return [...template.matchAll(PLACEHOLDER)]
    .map(([, path = '']) => path.trim())
    .filter((path) => path === '' || parsePath(path) === undefined)
}

/** The result is plain text: it is escaped where it becomes HTML. */
export function fillTemplate(template: string, scope: JsonScope): string {
  const filled = template.replaceAll(PLACEHOLDER, (_, path: string) =>
    textsAt(parsePath(path) ?? [], scope).join(', '),
  )
  return filled.trim()
}

/** Deeper payloads are refused: no product nests like this, and other code walks the payload by recursion. */
export const DEPTH_AT_MOST = 64

export function isNestedTooDeeply(json: string): boolean {
  let depth = 0
  let isInText = false
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (isInText) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) isInText = false
    } else if (code === QUOTE) isInText = true
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++depth > DEPTH_AT_MOST) return true
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--
  }
  return false
}

const QUOTE = 34
const BACKSLASH = 92
const OPEN_LIST = 91
const CLOSE_LIST = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125
