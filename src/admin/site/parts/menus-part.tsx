import type { MenuItemRow, MenuItemValues } from '../../../contract/admin/site/menu-items.ts'
import { PAGE_COMPONENTS } from '../../../domain/page-components.ts'
import { shortened } from '../../../ui/parts/words.ts'
import type { FieldSpec, Option } from '../form/field-spec.ts'
import { NounScreen } from '../noun/noun-screen.tsx'
import type { RowGroup } from '../noun/noun-spec.ts'
import { useRows } from '../noun/use-rows.ts'
import { CloudRoutesField } from './cloud-routes-field.tsx'
import { optionsOf } from './options-of.ts'

/** N-05, G-04: the main menu determines which paths exist. */
export function MenusPart() {
  const read = useRows('menu-items')
  const { rows: clouds } = useRows('clouds')
  const cloudNames = (ids: readonly number[]) =>
    clouds.filter(({ id }) => ids.includes(id)).map(({ title }) => title)
  const offeredTo = (item: MenuItemRow | undefined) =>
    clouds.filter(({ id, is_retired }) => !is_retired || (item !== undefined && isAbout(item, id)))
  return (
    <NounScreen
      read={read}
      spec={{
        path: 'menu-items',
        part: 'menus',
        one: 'menu item',
        title: 'Menus',
        lead: 'Drag to reorder, or use the arrows. An item can be hidden on some clouds; its path then leads to their default page.',
        words: (item) => ({
          name: item.label,
          detail: [
            item.route === '' ? 'Opens a dropdown' : item.route,
            ...(item.hidden_clouds.length > 0
              ? [`hidden on ${shortened(cloudNames(item.hidden_clouds), 2)}`]
              : []),
          ].join(' · '),
        }),
        groups: groupsOf,
        order: 'group',
        canRetire: true,
        fresh: {
          menu: 'main',
          key: '',
          parent_id: null,
          label: '',
          route: '/',
          component: 'home',
          deep_link: true,
          hidden_clouds: [],
          cloud_routes: [],
        },
        fields: (row) =>
          fieldsFor({
            row,
            dropdowns: optionsOf(
              read.rows.filter(
                (item) => item.menu === 'main' && item.parent_id === null && item.id !== row?.id,
              ),
              ({ label }) => label,
            ),
            clouds: optionsOf(offeredTo(row), ({ title }) => title),
          }),
      }}
    />
  )
}

function groupsOf(rows: readonly MenuItemRow[]): RowGroup<'menu-items'>[] {
  const main = rows.filter(({ menu, parent_id }) => menu === 'main' && parent_id === null)
  const inside = (parent: MenuItemRow) => rows.filter(({ parent_id }) => parent_id === parent.id)
  return [
    { key: 'main', title: 'Main menu', rows: main },
    ...main
      .filter((item) => inside(item).length > 0)
      .map((item) => ({ key: item.id, title: `In the dropdown ${item.label}`, rows: inside(item) })),
    { key: 'top', title: 'Top menu', rows: rows.filter(({ menu }) => menu === 'top') },
  ]
}

function isAbout({ hidden_clouds, cloud_routes }: MenuItemRow, cloudId: number): boolean {
  return hidden_clouds.includes(cloudId) || cloud_routes.some(({ cloud_id }) => cloud_id === cloudId)
}

function fieldsFor({
  row,
  dropdowns,
  clouds,
}: {
  row: MenuItemRow | undefined
  dropdowns: readonly Option[]
  clouds: readonly Option[]
}): FieldSpec<MenuItemValues>[] {
  return [
    { kind: 'text', name: 'label', label: 'Label', maxLength: 60, isHalf: true },
    {
      kind: 'text',
      name: 'key',
      label: 'Key',
      hint: 'Its name in the public API; don’t change it.',
      maxLength: 64,
      isCode: true,
      isHalf: true,
    },
    {
      kind: 'choice',
      name: 'menu',
      label: 'Menu',
      options: [
        { value: 'main', words: 'Main menu' },
        { value: 'top', words: 'Top menu' },
      ],
      isAsked: () => row === undefined,
      isHalf: true,
    },
    {
      kind: 'choice',
      name: 'parent_id',
      label: 'Appears in',
      none: 'The main menu itself',
      options: dropdowns,
      isAsked: ({ menu }) => menu === 'main',
      isHalf: true,
    },
    {
      kind: 'text',
      name: 'route',
      label: 'Path or address',
      hint: 'Such as /incidents, or https://…; empty for a dropdown without a page of its own.',
      maxLength: 2000,
      isCode: true,
      isHalf: true,
    },
    {
      kind: 'choice',
      name: 'component',
      label: 'What the path shows',
      none: 'What its dropdown shows',
      options: PAGE_COMPONENTS.map((value) => ({ value, words: COMPONENT_WORDS[value] })),
      isAsked: ({ menu }) => menu === 'main',
      isHalf: true,
    },
    {
      kind: 'check',
      name: 'deep_link',
      label: 'The path is below the cloud’s domain',
      hint: 'So that /incidents becomes /cloud.example/incidents.',
      isAsked: ({ menu }) => menu === 'main',
    },
    { kind: 'checks', name: 'hidden_clouds', label: 'Hidden on', options: clouds },
    {
      kind: 'own',
      name: 'cloud_routes',
      label: 'Different on some clouds',
      isAsked: ({ menu }) => menu === 'top',
      words: ({ cloud_routes: routes }) =>
        routes
          .map(({ cloud_id: id, route }) => `${clouds.find(({ value }) => value === id)?.words}: ${route}`)
          .join('\n') || '(nothing)',
      render: ({ values, set, error }) => (
        <CloudRoutesField
          clouds={clouds}
          routes={values.cloud_routes}
          error={error}
          onChange={(routes) => set('cloud_routes', routes)}
        />
      ),
    },
  ]
}

const COMPONENT_WORDS: Record<(typeof PAGE_COMPONENTS)[number], string> = {
  home: 'Home page of the cloud',
  cloud_status: 'Cloud status',
  datacenter: 'Data center map',
  threat_map: 'Threat map',
  maintenance: 'List of records',
  notification: 'List of notifications',
  compliance: 'Compliance',
  faq: 'FAQ',
  analytics: 'Threat figures',
}
