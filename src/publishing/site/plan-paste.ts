import { checkRange } from '../../domain/ip-ranges/check-range.ts'
import { byAddress, type IpPrefix, isWithin, overlap, prefixOf } from '../../domain/ip-ranges/ip-prefix.ts'
import { LONGEST_NOTE } from '../../domain/ip-ranges/range-note.ts'
import { type PastedLine, readPaste } from './read-paste.ts'
import { oneLine } from './typed-words.ts'

export interface RangeInUse {
  id: number
  dataCenterTid: number
  prefix: string
  note: string
}

interface RangeCenter {
  tid: number
  name: string
  isRetired: boolean
}

export interface Paste {
  text: string
  /** For lines without a data center; undefined: every line needs one. */
  center: number | undefined
  /** `replace` removes missing ranges at that data center. */
  mode: 'add' | 'replace'
}

export interface PlannedPaste {
  added: { line: number; dataCenterTid: number; prefix: string; note: string }[]
  removed: RangeInUse[]
  changed: (RangeInUse & { line: number; noteBefore: string })[]
  unchanged: number
  refused: { line: number; text: string; reason: string }[]
}

export function planPaste(
  { text, center, mode }: Paste,
  { inUse, centers }: { inUse: readonly RangeInUse[]; centers: readonly RangeCenter[] },
): PlannedPaste {
  const plan: PlannedPaste = { added: [], removed: [], changed: [], unchanged: 0, refused: [] }
  const taken: Taken[] = []
  const named = centersByName(centers)
  const staying =
    mode === 'replace' ? [] : inUse.map((range) => ({ ...range, parsed: prefixOf(range.prefix) }))
  for (const pasted of readPaste(text)) {
    const judged = judge(pasted, { center, mode, centers, named, inUse, taken, staying })
    if (typeof judged === 'string') {
      plan.refused.push({ line: pasted.line, text: pasted.text, reason: judged })
      continue
    }
    taken.push(judged)
    sortInto(plan, pasted, judged, inUse)
  }
  if (mode === 'replace') plan.removed = goneFrom(inUse, center, taken)
  return plan
}

interface Taken {
  line: number
  dataCenterTid: number
  parsed: IpPrefix
}

interface Around extends Pick<Paste, 'center' | 'mode'> {
  centers: readonly RangeCenter[]
  named: ReadonlyMap<string, RangeCenter>
  inUse: readonly RangeInUse[]
  taken: readonly Taken[]
  staying: readonly (RangeInUse & { parsed: IpPrefix })[]
}

function judge(pasted: PastedLine, around: Around): Taken | string {
  const checked = checkRange(pasted.prefix)
  if (checked.kind === 'refused') return checked.reason
  const { prefix } = checked
  const center = centerOf(pasted, around)
  if (typeof center === 'string') return center
  if (oneLine(pasted.note ?? '').length > LONGEST_NOTE)
    return `A note has at most ${LONGEST_NOTE} characters.`
  const here = around.taken.filter(({ dataCenterTid }) => dataCenterTid === center.tid)
  const twin = here.find(({ parsed }) => parsed.text === prefix.text)
  if (twin !== undefined) return `${prefix.text} is already on line ${twin.line}.`
  const touched =
    here.find(({ parsed }) => overlap(parsed, prefix)) ??
    around.staying.find(
      ({ dataCenterTid, parsed }) =>
        dataCenterTid === center.tid && parsed.text !== prefix.text && overlap(parsed, prefix),
    )
  if (touched !== undefined) return overlapWords(prefix, touched.parsed, center.name)
  const isNew = !around.inUse.some(
    (range) => range.dataCenterTid === center.tid && range.prefix === prefix.text,
  )
  if (center.isRetired && isNew) return `${center.name} is retired.`
  return { line: pasted.line, dataCenterTid: center.tid, parsed: prefix }
}

export function overlapWords(prefix: IpPrefix, other: IpPrefix, center: string): string {
  return isWithin(prefix, other)
    ? `${prefix.text} is within ${other.text}, which ${center} already has.`
    : `${prefix.text} contains ${other.text}, which ${center} already has.`
}

function centerOf({ center: written }: PastedLine, around: Around): RangeCenter | string {
  const { center, mode } = around
  const chosen = around.centers.find(({ tid }) => tid === center)
  if (written === undefined) {
    return chosen ?? 'Which data center? Write prefix,data center,note, or choose one for all lines.'
  }
  const found = around.named.get(nameKey(written))
  if (found === undefined) return `There is no data center “${written}”.`
  const isOther = mode === 'replace' && found.tid !== center
  return isOther
    ? `This is a range of ${found.name}, but the list to replace belongs to ${chosen?.name ?? 'another'}.`
    : found
}

/** An ID takes precedence over a name. */
function centersByName(centers: readonly RangeCenter[]): Map<string, RangeCenter> {
  return new Map([
    ...centers.map((center) => [nameKey(center.name), center] as const),
    ...centers.map((center) => [String(center.tid), center] as const),
  ])
}

function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

function sortInto(
  plan: PlannedPaste,
  { line, note }: PastedLine,
  taken: Taken,
  inUse: readonly RangeInUse[],
) {
  const { dataCenterTid, parsed } = taken
  const before = inUse.find((range) => range.dataCenterTid === dataCenterTid && range.prefix === parsed.text)
  const said = note === undefined ? undefined : oneLine(note)
  if (before === undefined) plan.added.push({ line, dataCenterTid, prefix: parsed.text, note: said ?? '' })
  else if (said === undefined || said === before.note) plan.unchanged += 1
  else plan.changed.push({ ...before, line, note: said, noteBefore: before.note })
}

function goneFrom(inUse: readonly RangeInUse[], center: number | undefined, taken: readonly Taken[]) {
  return inUse
    .filter((range) => range.dataCenterTid === center)
    .filter((range) => !taken.some(({ parsed }) => parsed.text === range.prefix))
    .toSorted((a, b) => byAddress(prefixOf(a.prefix), prefixOf(b.prefix)))
}
