import { sized } from '../size.ts'

/**
 * For rules that hold at every width: the short run checks a phone, because most other tests use 1440 px; the long run
 * checks all.
 */
export const WIDTHS_PX = sized({ short: [390], long: [390, 800, 1440] })
export const PHONE_AND_DESKTOP_PX = sized({ short: [390], long: [390, 1440] })
export const PHONE_AND_TABLET_PX = sized({ short: [390], long: [390, 800] })
