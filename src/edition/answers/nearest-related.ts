export interface Relatable {
  id: number
  services: readonly number[]
  dataCenters: readonly number[]
  tags: readonly string[]
}

export interface RelatedSearch<T extends Relatable> {
  of: T
  /** Each sorted newest first. */
  lists: readonly (readonly T[])[]
  whenOf: (candidate: T) => number
  isWanted: (candidate: T) => boolean
  limit: number
}

export function nearestRelated<T extends Relatable>(search: RelatedSearch<T>): T[] {
  const tieOf = tiesTo(search.of)
  const found = search.lists.flatMap((list) => nearestInList(list, search, tieOf))
  const byDistance = distanceOrder(search)
  const nearest = (tie: Tie) =>
    found
      .filter((each) => each.tie === tie)
      .map(({ candidate }) => candidate)
      .sort(byDistance)
  return [...nearest('place'), ...nearest('tag')].slice(0, search.limit)
}

type Tie = 'place' | 'tag' | undefined

function tiesTo({ id, services, dataCenters, tags }: Relatable) {
  const serviceSet = new Set(services)
  const dataCenterSet = new Set(dataCenters)
  const tagSet = new Set(tags)
  return (candidate: Relatable): Tie => {
    if (candidate.id === id) return undefined
    const isInPlace =
      candidate.services.some((tid) => serviceSet.has(tid)) ||
      candidate.dataCenters.some((tid) => dataCenterSet.has(tid))
    if (isInPlace) return 'place'
    return candidate.tags.some((tag) => tagSet.has(tag)) ? 'tag' : undefined
  }
}

/** Limits the search in long histories. Records further away have little to do with this one. */
export const LOOKED_AT_PER_LIST = 300

function nearestInList<T extends Relatable>(
  list: readonly T[],
  { of, whenOf, isWanted, limit }: RelatedSearch<T>,
  tieOf: (candidate: T) => Tie,
): { candidate: T; tie: Tie }[] {
  const moment = whenOf(of)
  const distanceAt = (at: number) => {
    const candidate = at < 0 ? undefined : list[at]
    return candidate === undefined ? Number.POSITIVE_INFINITY : Math.abs(whenOf(candidate) - moment)
  }
  const found: { candidate: T; tie: Tie }[] = []
  let inPlace = 0
  let older = firstNotAfter(list, whenOf, moment)
  let newer = older - 1
  let toOlder = distanceAt(older)
  let toNewer = distanceAt(newer)
  for (let looked = 0; looked < LOOKED_AT_PER_LIST && inPlace < limit; looked++) {
    const isNewerNearer = toNewer <= toOlder
    const candidate = list[isNewerNearer ? newer : older]
    if (candidate === undefined) break
    if (isNewerNearer) toNewer = distanceAt(--newer)
    else toOlder = distanceAt(++older)
    const tie = tieOf(candidate)
    if (tie === undefined || !isWanted(candidate)) continue
    found.push({ candidate, tie })
    if (tie === 'place') inPlace++
  }
  return found
}

function firstNotAfter<T>(list: readonly T[], whenOf: (candidate: T) => number, moment: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const candidate = list[middle]
    if (candidate !== undefined && whenOf(candidate) > moment) low = middle + 1
    else high = middle
  }
  return low
}

function distanceOrder<T extends Relatable>({ of, whenOf }: RelatedSearch<T>) {
  const moment = whenOf(of)
  return (a: T, b: T) =>
    Math.abs(whenOf(a) - moment) - Math.abs(whenOf(b) - moment) || whenOf(b) - whenOf(a) || b.id - a.id
}
