import { type Static, Type } from 'typebox'
import {
  InOrder,
  NumberOfRow,
  Numbers,
  OfRow,
  OptionalNumber,
  OptionalWords,
  Retirable,
  Words,
} from './fields.ts'
import { nounCalls, orderCall, retireCalls } from './noun-calls.ts'

const values = Type.Object({
  menu: Type.Enum(['top', 'main'] as const),
  key: Words(64),
  parent_id: OptionalNumber,
  label: Words(60),
  /** A path or an https URL. Empty for a dropdown without its own page. */
  route: Words(2000),
  /**
   * What the path shows; see domain/page-components. Null in the top menu, and if an entry shows the same as its
   * dropdown.
   */
  component: OptionalWords(60),
  /** The path is below the selected cloud's domain. */
  deep_link: Type.Boolean(),
  hidden_clouds: Numbers,
  /** Top menu: a different target on some clouds. */
  cloud_routes: Type.Array(Type.Object({ cloud_id: NumberOfRow, route: Words(2000) }), { maxItems: 1000 }),
})
export type MenuItemValues = Static<typeof values>

const row = Type.Object({ ...OfRow, ...InOrder, ...Retirable, ...values.properties })
export type MenuItemRow = Static<typeof row>

const noun = { one: 'menu item', many: 'menu items', access: 'edit-site', values, row } as const

export const menuItemCalls = {
  ...nounCalls('menu-items', noun),
  ...retireCalls('menu-items', noun),
  ...orderCall('menu-items', noun, 'menu or dropdown'),
}
