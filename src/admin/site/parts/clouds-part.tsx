import { NounScreen } from '../noun/noun-screen.tsx'
import { onceAllAreThere, useRows } from '../noun/use-rows.ts'
import { optionsOf } from './options-of.ts'

export function CloudsPart() {
  const read = useRows('clouds')
  const productsRead = useRows('products')
  const products = productsRead.rows
  const productName = (id: number) => products.find((product) => product.id === id)?.title ?? ''
  return (
    <NounScreen
      read={onceAllAreThere(read, productsRead)}
      spec={{
        path: 'clouds',
        part: 'clouds',
        one: 'cloud',
        title: 'Clouds',
        lead: 'The clouds readers choose from, in the order of the cloud selector.',
        words: (cloud) => ({
          name: cloud.title,
          detail: [
            ...(cloud.domain === cloud.title ? [] : [cloud.domain]),
            productName(cloud.product_id),
          ].join(' · '),
        }),
        groups: (rows) => [{ key: 'all', rows }],
        order: 'group',
        canRetire: true,
        fresh: {
          product_id: products[0]?.id ?? 1,
          title: '',
          machine_name: '',
          domain: '',
          default_page: '/',
          is_gov: false,
          shows_core_services: true,
          shows_data_centers: true,
          shows_premium_data_centers: false,
        },
        seenAt: (cloud) => (cloud.is_retired ? undefined : `/${cloud.domain}`),
        fields: () => [
          { kind: 'text', name: 'title', label: 'Name', maxLength: 100, isHalf: true },
          {
            kind: 'choice',
            name: 'product_id',
            label: 'Product',
            options: optionsOf(products, ({ title }) => title),
            isHalf: true,
          },
          {
            kind: 'text',
            name: 'domain',
            label: 'Domain',
            hint: 'First part of every address of this cloud, such as cloud.example.',
            maxLength: 200,
            isCode: true,
            isHalf: true,
          },
          {
            kind: 'text',
            name: 'machine_name',
            label: 'Machine name',
            hint: 'What the API and feeds call it. Small letters, digits and _.',
            maxLength: 64,
            isCode: true,
            isHalf: true,
          },
          {
            kind: 'text',
            name: 'default_page',
            label: 'Page where readers land',
            hint: 'Path below the domain; / is its home.',
            maxLength: 200,
            isCode: true,
          },
          { kind: 'check', name: 'shows_core_services', label: 'Shows core services on its status page' },
          { kind: 'check', name: 'shows_data_centers', label: 'Shows data centers' },
          { kind: 'check', name: 'shows_premium_data_centers', label: 'Shows premium data centers apart' },
          {
            kind: 'check',
            name: 'is_gov',
            label: 'Government cloud',
            hint: 'Second logo, government help pages, FedRAMP label at the employee sign-in.',
          },
        ],
      }}
    />
  )
}
