import { sized } from '../size.ts'

/**
 * Where a rule holds at every width: the short run looks at a phone, because most other tests are at 1440 px; the long
 * run looks at all of them.
 */
export const WIDTHS_PX = sized({ short: [390], long: [390, 800, 1440] })
export const PHONE_AND_DESKTOP_PX = sized({ short: [390], long: [390, 1440] })
export const PHONE_AND_TABLET_PX = sized({ short: [390], long: [390, 800] })
