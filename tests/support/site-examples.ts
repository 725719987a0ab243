import type { SiteEditor } from './site-editor.ts'

export interface SiteExample {
  path: string
  entity: string
  values(editor: SiteEditor): Promise<object>
  change: object
  /** Makes a second row valid, except for its ID. */
  toBeAnother?: object
  /** Fields shared by rows that are ordered together; undefined if not ordered. */
  scope?: readonly string[]
  canRetire?: true
  /** Not visible to readers. */
  isHidden?: true
}

export const SITE_EXAMPLES: SiteExample[] = [
  {
    path: 'products',
    entity: 'product',
    values: async () => ({ machine_name: 'new_product', title: 'New Product' }),
    change: { title: 'Newer Product' },
    toBeAnother: { machine_name: 'other', title: 'Other' },
    scope: [],
    canRetire: true,
  },
  {
    path: 'clouds',
    entity: 'cloud',
    values: async (editor) => ({
      product_id: await firstId(editor, 'products'),
      title: 'New Cloud',
      machine_name: 'new_cloud',
      domain: 'new-cloud.example',
      default_page: '/cloud-status',
      is_gov: false,
      shows_core_services: true,
      shows_data_centers: false,
      shows_premium_data_centers: false,
    }),
    change: { title: 'Newer Cloud', is_gov: true },
    toBeAnother: { machine_name: 'other', title: 'Other', domain: 'other.example' },
    scope: [],
    canRetire: true,
  },
  {
    path: 'banners',
    entity: 'banner',
    values: async () => ({
      cloud_id: null,
      gravity: 'warning',
      text: 'Read this',
      link_url: '/posts/1',
      link_text: 'Read more',
      starts_at: '2026-11-15T10:00:00.000Z',
      ends_at: null,
    }),
    change: { gravity: 'critical', ends_at: '2026-11-16T10:00:00.000Z' },
  },
  {
    path: 'menu-items',
    entity: 'menu-item',
    values: async (editor) => ({
      menu: 'top',
      key: 'training',
      parent_id: null,
      label: 'Training',
      route: 'https://training.example/',
      component: null,
      deep_link: false,
      hidden_clouds: [],
      cloud_routes: [{ cloud_id: await firstId(editor, 'clouds'), route: '/northwall.net/faq' }],
    }),
    change: { label: 'Courses', cloud_routes: [] },
    toBeAnother: { key: 'other', label: 'Other' },
    scope: ['menu', 'parent_id'],
    canRetire: true,
  },
  {
    path: 'service-categories',
    entity: 'service-category',
    values: async (editor) => ({ cloud_id: await firstId(editor, 'clouds'), title: 'More Services' }),
    change: { title: 'Other Services' },
    toBeAnother: { title: 'Another' },
    scope: ['cloud_id'],
  },
  {
    path: 'services',
    entity: 'service',
    values: async (editor) => ({
      category_tid: await firstId(editor, 'service-categories'),
      name: 'New Service',
      info: 'What it does',
      started_on: '2026-01-01',
      ended_on: null,
      goals: [{ from: '2026-02', percent: 99.95 }],
    }),
    // Retiring and restoring clears the announced end.
    change: { name: 'Newer Service', info: '' },
    toBeAnother: { name: 'Another' },
    scope: ['category_tid'],
    canRetire: true,
  },
  {
    path: 'regions',
    entity: 'region',
    values: async () => ({ title: 'Antarctica' }),
    change: { title: 'The South' },
    toBeAnother: { title: 'Another' },
    scope: [],
  },
  {
    path: 'data-centers',
    entity: 'data-center',
    values: async (editor) => ({
      region_tid: await firstId(editor, 'regions'),
      name: 'Bern I',
      city: 'Bern',
      country_code: 'ch',
      latitude: 46.9,
      longitude: 7.4,
      is_premium: false,
      is_fedramp_moderate: false,
      has_regional_surcharge: false,
      opened_on: '2026-01-01',
      goals: [],
      closed_on: null,
      clouds: [await firstId(editor, 'clouds')],
    }),
    change: { city: 'Berne', is_premium: true, clouds: [] },
    toBeAnother: { name: 'Another' },
    scope: ['region_tid'],
    canRetire: true,
  },
  {
    path: 'severities',
    entity: 'severity',
    values: async () => ({
      name: 'Slightly Odd',
      color_code: '#ABCDEF',
      status_icon: 'odd',
      rank: 15,
      in_legend: true,
    }),
    change: { rank: 16, in_legend: false },
    toBeAnother: { name: 'Another' },
    canRetire: true,
  },
  {
    path: 'statuses',
    entity: 'status',
    values: async () => ({ name: 'Waiting', class: 'waiting', icon: 'hourglass', is_closed: false }),
    change: { name: 'Waiting for parts' },
    toBeAnother: { name: 'Another', class: 'another' },
    scope: [],
    canRetire: true,
  },
  {
    path: 'terms',
    entity: 'term',
    values: async () => ({
      notification_type: 'url_change_notification',
      group_name: 'New group',
      name: 'Gardening at Night',
    }),
    change: { name: 'Gardening' },
    toBeAnother: { name: 'Another' },
    scope: ['notification_type'],
    canRetire: true,
    isHidden: true,
  },
  {
    path: 'compliance-rows',
    entity: 'compliance-row',
    values: async (editor) => ({
      cloud_id: (await editor.list('compliance-rows'))[0]?.cloud_id,
      description: 'Quantum keys',
      date_text: 'Q3 2027',
    }),
    change: { date_text: 'Q4 2027' },
    scope: ['cloud_id'],
  },
  {
    path: 'list-messages',
    entity: 'list-message',
    values: async (editor) => ({
      list: 'maintenance',
      cloud_id: await firstId(editor, 'clouds'),
      body: '<p>No work over the holidays.</p>',
    }),
    change: { body: '<p>Work goes on.</p>' },
  },
  {
    path: 'policies',
    entity: 'page',
    values: async (editor) => ({
      slug: 'cookie-policy',
      cloud_id: await firstId(editor, 'clouds'),
      title: 'Cookies here',
      body: '<p>Few.</p>',
    }),
    change: { body: '<p>None.</p>' },
  },
  {
    path: 'faq',
    entity: 'faq',
    values: async (editor) => ({
      cloud_id: await firstId(editor, 'clouds'),
      title: 'Questions',
      intro: '',
      sections: [
        {
          id: null,
          title: 'First',
          intro: '',
          questions: [{ id: null, question: 'Why?', answer: '<p>So.</p>' }],
        },
      ],
    }),
    change: { title: 'Questions and answers' },
  },
  {
    path: 'compliance-texts',
    entity: 'compliance-text',
    values: async (editor) => ({
      cloud_id: await firstId(editor, 'clouds'),
      title: 'Compliance',
      page_top: '<p>Top.</p>',
      column_titles: ['What'],
    }),
    change: { column_titles: ['What', 'When'] },
  },
]

async function firstId(editor: SiteEditor, path: string) {
  return (await editor.list(path))[0]?.id
}
