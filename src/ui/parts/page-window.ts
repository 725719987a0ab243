import { PAGE_NUMBERS_SHOWN } from '../../domain/constants.ts'

/** L-04: up to five neighbouring page numbers with the current one as near the middle as the ends allow. Zero-based. */
export function pageWindow({ current, total }: { current: number; total: number }): number[] {
  const length = Math.min(PAGE_NUMBERS_SHOWN, total)
  const centred = current - Math.floor(PAGE_NUMBERS_SHOWN / 2)
  const first = Math.max(0, Math.min(centred, total - length))
  return Array.from({ length }, (_, index) => first + index)
}
