import { timeOf } from '../../../domain/newsroom/tidy-content.ts'
import { wrongFields } from '../asked.ts'

/** Parses a time from the request. An invalid one is reported by its field. */
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
