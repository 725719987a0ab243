import { type Static, Type } from 'typebox'
import { GRAVITIES } from '../domain/banners/banner.ts'
import { CENTER_STATES } from '../domain/map/center-state.ts'
import { CloudName } from './common.ts'
import { EditionState } from './edition.ts'
import { publicRead } from './endpoint.ts'

const Flag = Type.Union([Type.Literal('1'), Type.Literal('0')])

const Cloud = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  machine_name: Type.String(),
  domain: Type.String(),
  default_page: Type.String(),
  type: Type.String({ description: 'machine_name of its product' }),
  is_gov: Type.Boolean(),
  cloud_status: Type.Object({ datacenter: Flag, core_cloud_services: Flag, premium_datacenter: Flag }),
  state: Type.Enum(CENTER_STATES, {
    description: 'the most severe open issue on this cloud, or else its current maintenance',
  }),
})

const SubMenuItem = Type.Object({
  id: Type.String(),
  item: Type.String(),
  route: Type.String(),
  deep_link: Type.Boolean(),
  component: Type.String(),
  hide_from_clouds: Type.Array(Type.String()),
})

const MainMenuItem = Type.Object({
  ...SubMenuItem.properties,
  sub_menus: Type.Optional(Type.Array(SubMenuItem)),
})

const TopMenuItem = Type.Object({
  item: Type.String(),
  route: Type.Union([
    Type.String(),
    Type.Object({ commercial: Type.String() }, { additionalProperties: Type.String() }),
  ]),
})

const Logo = Type.Object({ src: Type.String(), width: Type.Integer(), height: Type.Integer() })

const Brand = Type.Object({
  logo: Type.Union(
    [
      Type.Object({
        light: Logo,
        dark: Type.Union([Logo, Type.Null()]),
        shows_name: Type.Boolean({ description: 'the name is shown beside it' }),
      }),
      Type.Null(),
    ],
    { description: 'null: the standard mark' },
  ),
  icon: Type.Union([Type.String(), Type.Null()], { description: '192 pixels wide; null: the standard icon' }),
  style: Type.Union([Type.String(), Type.Null()], {
    description: 'style sheet with the accent color; null: the standard colors',
  }),
  footer_text: Type.String(),
  legal_links: Type.Array(Type.Object({ label: Type.String(), url: Type.String() })),
})

const Banner = Type.Object({
  id: Type.Integer(),
  cloud: Type.Union([Type.String(), Type.Null()], { description: 'machine_name; null: on every cloud' }),
  gravity: Type.Enum(GRAVITIES),
  text: Type.String(),
  link: Type.Union([
    Type.Object({
      url: Type.String({ description: 'a path of this site or an https address' }),
      text: Type.String(),
    }),
    Type.Null(),
  ]),
})

export const Global = Type.Object({
  menu: Type.Object({ top_menu: Type.Array(TopMenuItem), main_menu: Type.Array(MainMenuItem) }),
  clouds: Type.Array(Cloud),
  products: Type.Array(Type.Object({ machine_name: Type.String(), title: Type.String() })),
  sso: Type.Union([Type.Object({ url: Type.String() }), Type.Null()]),
  isGov: Type.Boolean(),
  isTrustDR: Type.Boolean(),
  isExport: Type.Optional(
    Type.Boolean({ description: 'only in a static export, which can’t look up anything for one reader' }),
  ),
  provider: Type.Object({
    name: Type.String(),
    legal_name: Type.String(),
    staff_domains: Type.Array(Type.String()),
    help_url: Type.String(),
    gov_help_url: Type.String(),
    feedback_email: Type.String(),
    update_every_hours: Type.Union([Type.Integer(), Type.Null()], {
      description: 'updates on open incidents are promised at least this often; null: no promise',
    }),
    /** Absent in answers of the previous release. */
    brand: Type.Optional(Brand),
  }),
  banners: Type.Array(Banner, { description: 'currently shown banners, most severe first' }),
  edition: EditionState,
})
export type Global = Static<typeof Global>

export const getGlobal = publicRead({
  summary: 'Clouds, products, menus and flags of the whole site',
  tag: 'Site',
  answer: Global,
})

export const getCloudBanner = publicRead({
  summary:
    'Title and description of a cloud; without `cloud`, of the one in the cloud cookie, else the first',
  tag: 'Site',
  takesSavedCloud: true,
  query: Type.Object({ cloud: Type.Optional(CloudName) }),
  answer: Type.Object({ data: Type.Object({ title: Type.String(), description: Type.String() }) }),
})
