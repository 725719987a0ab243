import { Link } from 'react-router'
import { counted } from '../../../ui/parts/words.ts'
import { NounScreen } from '../noun/noun-screen.tsx'
import { onceAllAreThere, useRows } from '../noun/use-rows.ts'
import { CloudFilter, useCloudFilter } from './cloud-filter.tsx'
import { optionsOf } from './options-of.ts'

export function ServiceCategoriesPart() {
  const read = useRows('service-categories')
  const cloudsRead = useRows('clouds')
  const clouds = cloudsRead.rows
  const servicesRead = useRows('services')
  const services = servicesRead.rows
  const filter = useCloudFilter(clouds)
  return (
    <NounScreen
      read={onceAllAreThere(read, cloudsRead, servicesRead)}
      spec={{
        path: 'service-categories',
        part: 'service-categories',
        one: 'service category',
        title: 'Service categories',
        lead: 'Headings of the core services of each cloud, in their order.',
        actions: (
          <Link className="button" to={`/admin/site/services${filter.search}`}>
            Services
          </Link>
        ),
        above: <CloudFilter filter={filter} clouds={clouds} />,
        words: (category) => ({
          name: category.title,
          detail: counted(
            services.filter(({ category_tid }) => category_tid === category.id).length,
            'service',
          ),
        }),
        groups: (rows) =>
          filter.shown.map((cloud) => ({
            key: cloud.id,
            title: cloud.title,
            rows: rows.filter(({ cloud_id }) => cloud_id === cloud.id),
            empty: 'No categories.',
          })),
        order: 'group',
        canRetire: false,
        fresh: { cloud_id: filter.chosen ?? clouds[0]?.id ?? 1, title: '' },
        fields: () => [
          {
            kind: 'choice',
            name: 'cloud_id',
            label: 'Cloud',
            options: optionsOf(clouds, ({ title }) => title),
            isHalf: true,
          },
          { kind: 'text', name: 'title', label: 'Heading', maxLength: 100, isHalf: true },
        ],
      }}
    />
  )
}
