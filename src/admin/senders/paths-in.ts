import { parsePath, valuesAt } from '../../domain/senders/json-path.ts'

const PATHS_AT_MOST = 150
const DEPTH_AT_MOST = 6

/** Paths that find a value in this payload, as suggestions: of its first alert, then of the whole with `$`. */
export function pathsIn(json: string, alerts: string): string[] {
  const root = parsed(json)
  const [list] = alerts === '' ? [] : valuesAt(parsePath(alerts) ?? [], { root, item: root })
  const item: unknown = Array.isArray(list) ? list[0] : undefined
  const found: string[] = []
  if (item !== undefined) walk(item, '', DEPTH_AT_MOST, found)
  walk(root, item === undefined ? '' : '$', DEPTH_AT_MOST, found)
  return found.slice(0, PATHS_AT_MOST)
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function walk(value: unknown, path: string, depth: number, found: string[]): void {
  if (found.length >= PATHS_AT_MOST || depth === 0) return
  if (Array.isArray(value)) {
    if (path !== '') found.push(path)
    walk(value[0], `${path}[0]`, depth - 1, found)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, each] of Object.entries(value)) walk(each, stepTo(path, name), depth - 1, found)
  } else if (value !== undefined && path !== '') found.push(path)
}

function stepTo(path: string, name: string): string {
  const isPlain = /^[\p{L}\p{N}_-]+$/u.test(name)
  if (!isPlain) return `${path}[${JSON.stringify(name)}]`
  return path === '' ? name : `${path}.${name}`
}
