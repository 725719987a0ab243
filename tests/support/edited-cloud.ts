import type { SiteEditor } from './site-editor.ts'
import type { SmallCloud } from './small-site.ts'

export async function addCloudOfItsOwn(editor: SiteEditor): Promise<SmallCloud> {
  const product = await editor.create('products', { machine_name: 'gateway', title: 'Gateway' })
  const cloud = await addBareCloud(editor, 'Alpha', product.id)
  const category = await editor.create('service-categories', { cloud_id: cloud.id, title: 'Core' })
  const service = await editor.create('services', {
    category_tid: category.id,
    name: 'Alpha Gateway',
    info: '',
    started_on: '2020-01-01',
    ended_on: null,
    goals: [],
  })
  const region = await editor.create('regions', { title: 'Antarctica' })
  const center = await editor.create('data-centers', {
    region_tid: region.id,
    name: 'Vostok I',
    city: 'Vostok',
    country_code: 'AQ',
    latitude: -78.5,
    longitude: 106.8,
    is_premium: false,
    is_fedramp_moderate: false,
    has_regional_surcharge: false,
    opened_on: '2020-01-01',
    closed_on: null,
    goals: [],
    clouds: [cloud.id],
  })
  return {
    id: cloud.id,
    machineName: 'alpha',
    domain: 'alpha.example',
    service: service.id,
    dataCenter: center.id,
  }
}

export function addBareCloud(editor: SiteEditor, title: string, productId: number) {
  const name = title.toLowerCase()
  return editor.create('clouds', {
    product_id: productId,
    title,
    machine_name: name,
    domain: `${name}.example`,
    default_page: '/',
    is_gov: false,
    shows_core_services: true,
    shows_data_centers: true,
    shows_premium_data_centers: false,
  })
}
