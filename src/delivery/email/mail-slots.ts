import { randomBytes } from 'node:crypto'

/** What differs from one recipient to the next. */
export interface SlotValues {
  to: string
  /** The number of the channel. */
  channel: string
  /** To unsubscribe by. */
  token: string
  date: string
}

export type Slot = keyof SlotValues

/** Bytes of a mail with slots between them: one more part than slots. */
export interface SlottedMail {
  parts: readonly Buffer[]
  slots: readonly Slot[]
  byteLength: number
}

/** Of characters that no encoding changes, and not to be guessed: no text of a record can be taken for one. */
const SALT = randomBytes(8).toString('hex')
const NAMES: Record<Slot, string> = {
  // What stands in this header has to be an address.
  to: `${SALT}ato@slot.invalid`,
  channel: `${SALT}bchannel`,
  token: `${SALT}ctoken`,
  date: `${SALT}ddate`,
}

/** Stands where a value will be. */
export function slotMark(slot: Slot): string {
  return NAMES[slot]
}

const END_OF_HEADERS = Buffer.from('\r\n\r\n')
const SOFT_BREAK = '=\r\n'
const ANY_MARK = new RegExp(Object.values(NAMES).join('|').replaceAll('.', '\\.'), 'g')
/** Quoted-printable may break a line anywhere, within a mark as well. */
const ANY_BROKEN_MARK = new RegExp(
  Object.values(NAMES)
    .map((mark) => mark.split('').join(`(?:${SOFT_BREAK})?`))
    .join('|'),
  'g',
)

/** A composed mail with marks in it, cut at them. The parts of its body have to be quoted-printable. */
export function slottedMail(bytes: Buffer): SlottedMail {
  const end = bytes.indexOf(END_OF_HEADERS)
  const cutter = new Cutter()
  cutter.cut(bytes.toString('latin1', 0, end), ANY_MARK, '')
  // A value is longer than its mark; on a line of its own it makes none too long.
  cutter.cut(bytes.toString('latin1', end), ANY_BROKEN_MARK, SOFT_BREAK)
  return cutter.end()
}

class Cutter {
  private readonly parts: Buffer[] = []
  private readonly slots: Slot[] = []
  private text = ''

  cut(text: string, marks: RegExp, around: string) {
    let start = 0
    for (const match of text.matchAll(marks)) {
      this.text += text.slice(start, match.index) + around
      this.parts.push(Buffer.from(this.text, 'latin1'))
      this.slots.push(slotOf(match[0].replaceAll(SOFT_BREAK, '')))
      this.text = around
      start = match.index + match[0].length
    }
    this.text += text.slice(start)
  }

  end(): SlottedMail {
    const parts = [...this.parts, Buffer.from(this.text, 'latin1')]
    return { parts, slots: this.slots, byteLength: parts.reduce((sum, { length }) => sum + length, 0) }
  }
}

function slotOf(mark: string): Slot {
  const slot = (Object.keys(NAMES) as Slot[]).find((name) => NAMES[name] === mark)
  if (slot === undefined) throw new Error('No such slot')
  return slot
}

export function fillMail({ parts, slots, byteLength }: SlottedMail, values: SlotValues): Buffer {
  let length = byteLength
  for (const slot of slots) length += Buffer.byteLength(values[slot])
  const filled = Buffer.allocUnsafe(length)
  let at = 0
  for (let index = 0; index < parts.length; index += 1) {
    at += (parts[index] as Buffer).copy(filled, at)
    const slot = slots[index]
    if (slot !== undefined) at += filled.write(values[slot], at)
  }
  return filled
}
