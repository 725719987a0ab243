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
  /** Of the dropdown that it stands in. */
  parent_id: OptionalNumber,
  label: Words(60),
  /** A path or an https address; empty for a dropdown without a page of its own. */
  route: Words(2000),
  /** What the path shows, see domain/page-components; null in the top menu, and where an entry shows what its dropdown does. */
  component: OptionalWords(60),
  /** The path stands below the domain of the selected cloud. */
  deep_link: Type.Boolean(),
  /** Clouds on which it is not shown. */
  hidden_clouds: Numbers,
  /** Top menu: where it leads on some clouds instead. */
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
