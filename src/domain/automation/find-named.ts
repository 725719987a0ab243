import { nearestNames } from './nearest-names.ts'

export interface Nameable {
  id: number
  names: readonly string[]
  /** No longer offered: found by id only. */
  isRetired: boolean
}

export type Named = { kind: 'found'; id: number } | { kind: 'wrong'; sentence: string }

export function findNamed(wanted: string | number, things: readonly Nameable[], what: string): Named {
  const byNumber = typeof wanted === 'number' || /^\d{1,9}$/.test(wanted)
  if (byNumber) {
    const id = Number(wanted)
    return things.some((thing) => thing.id === id)
      ? { kind: 'found', id }
      : { kind: 'wrong', sentence: `There is no ${what} ${id}.` }
  }
  const offered = things.filter(({ isRetired }) => !isRetired)
  const same = offered.filter(({ names }) => names.some((name) => key(name) === key(wanted)))
  const [first, second] = same
  if (first !== undefined && second === undefined) return { kind: 'found', id: first.id }
  if (first !== undefined) {
    const ways = same.map(({ id, names }) => `${names.at(-1) ?? ''} (${id})`).join(', ')
    return { kind: 'wrong', sentence: `"${wanted}" matches more than one ${what}: ${ways}.` }
  }
  return { kind: 'wrong', sentence: notFound(wanted, offered, what) }
}

export function findAllNamed(
  wanted: readonly (string | number)[],
  things: readonly Nameable[],
  what: string,
): { kind: 'found'; ids: number[] } | { kind: 'wrong'; sentence: string } {
  const found = wanted.map((each) => findNamed(each, things, what))
  const wrong = found.flatMap((each) => (each.kind === 'wrong' ? [each.sentence] : []))
  if (wrong.length > 0) return { kind: 'wrong', sentence: wrong.slice(0, 5).join(' ') }
  const ids = found.flatMap((each) => (each.kind === 'found' ? [each.id] : []))
  return { kind: 'found', ids: [...new Set(ids)] }
}

function notFound(wanted: string, things: readonly Nameable[], what: string) {
  const nearest = nearestNames(
    wanted,
    things.flatMap(({ names }) => names),
  )
  const hint = nearest.length === 0 ? '' : ` The nearest are: ${nearest.join(', ')}.`
  return `There is no ${what} "${wanted}".${hint}`
}

function key(name: string) {
  return name.trim().toLowerCase().replace(/\s+/g, ' ')
}
