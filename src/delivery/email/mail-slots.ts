import { randomBytes } from 'node:crypto'

export interface SlotValues {
  to: string
  channel: string
  token: string
  manage: string
  date: string
}

export type Slot = keyof SlotValues

export interface SlottedMail {
  parts: readonly Buffer[]
  slots: readonly Slot[]
  byteLength: number
}

/** Made of characters that no encoding changes. It can't be guessed, so no record text can be mistaken for a slot. */
const SALT = randomBytes(8).toString('hex')
const NAMES: Record<Slot, string> = {
  // This header requires an address.
  to: `${SALT}ato@slot.invalid`,
  channel: `${SALT}bchannel`,
  token: `${SALT}ctoken`,
  date: `${SALT}ddate`,
  manage: `${SALT}emanage`,
}

export function slotMark(slot: Slot): string {
  return NAMES[slot]
}

const END_OF_HEADERS = Buffer.from('\r\n\r\n')
const SOFT_BREAK = '=\r\n'
const ANY_MARK = new RegExp(Object.values(NAMES).join('|').replaceAll('.', '\\.'), 'g')
/** Quoted-printable may break a line anywhere, even within a mark. */
const ANY_BROKEN_MARK = new RegExp(
  Object.values(NAMES)
    .map((mark) => mark.split('').join(`(?:${SOFT_BREAK})?`))
    .join('|'),
  'g',
)

export function slottedMail(bytes: Buffer): SlottedMail {
  const end = bytes.indexOf(END_OF_HEADERS)
  const cutter = new Cutter()
  cutter.cut(bytes.toString('latin1', 0, end), ANY_MARK, '')
  // A value is longer than its mark. On its own line it can't make another line too long.
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
