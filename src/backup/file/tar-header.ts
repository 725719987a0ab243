/** One file in a POSIX (ustar) archive, so that any tar program can unpack a backup. */
export interface TarMember {
  name: string
  size: number
}

export const TAR_BLOCK_BYTES = 512

const SIZE_FIELD = { start: 124, length: 12 }
const CHECKSUM_FIELD = { start: 148, length: 8 }
const MOST_OCTAL = 0o77777777777

export function tarHeader({ name, size }: TarMember, madeAt: Date): Buffer {
  const header = Buffer.alloc(TAR_BLOCK_BYTES)
  if (Buffer.byteLength(name) > 100) throw new RangeError(`${name} is too long for a name in an archive`)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  writeSize(header, size)
  header.write(`${octal(Math.floor(madeAt.getTime() / 1000), 11)}\0`, 136)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(`${octal(checksum(header), 6)}\0 `, CHECKSUM_FIELD.start)
  return header
}

export function readTarHeader(header: Buffer): TarMember | undefined {
  const { start, length } = CHECKSUM_FIELD
  const written = Number.parseInt(header.toString('latin1', start, start + length), 8)
  const isHeader = header.length === TAR_BLOCK_BYTES && written === checksum(header)
  if (!isHeader) return undefined
  const size = readSize(header)
  if (!Number.isSafeInteger(size) || size < 0) return undefined
  const end = header.indexOf(0)
  return { name: header.toString('utf8', 0, Math.min(end, 100)), size }
}

export function paddingAfter(size: number): number {
  return (TAR_BLOCK_BYTES - (size % TAR_BLOCK_BYTES)) % TAR_BLOCK_BYTES
}

// Binary above 8 GiB, like GNU tar and others.
function writeSize(header: Buffer, size: number) {
  const { start, length } = SIZE_FIELD
  if (size <= MOST_OCTAL) header.write(`${octal(size, 11)}\0`, start)
  else {
    header[start] = 0x80
    header.writeBigUInt64BE(BigInt(size), start + length - 8)
  }
}

function readSize(header: Buffer): number {
  const { start, length } = SIZE_FIELD
  if (header[start] === 0x80) return Number(header.readBigUInt64BE(start + length - 8))
  return Number.parseInt(header.toString('latin1', start, start + length), 8)
}

/** The sum of all bytes, with the checksum field counted as spaces. */
function checksum(header: Buffer): number {
  const { start, length } = CHECKSUM_FIELD
  let sum = length * 0x20
  for (const [at, byte] of header.entries()) if (at < start || at >= start + length) sum += byte
  return sum
}

function octal(number: number, digits: number): string {
  return number.toString(8).padStart(digits, '0')
}
