import { timeOf } from '../../../domain/newsroom/tidy-content.ts'
import { wrongFields } from '../asked.ts'

/** A time as it came over the wire; what is none is told by its field. */
export function momentIn<Written extends string | null | undefined>(
  field: string,
  written: Written,
): Written extends string ? Date : Written {
  type Read = Written extends string ? Date : Written
  if (written === null || written === undefined) return written as Read
  const time = timeOf(written)
  if (time === undefined) throw wrongFields({ [field]: 'Not a valid time.' })
  return new Date(time) as Read
}
