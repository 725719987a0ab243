import { Link } from 'react-router'
import type { ServiceValues } from '../../../contract/admin/site/services.ts'
import { NounScreen } from '../noun/noun-screen.tsx'
import { onceAllAreThere, useRows } from '../noun/use-rows.ts'
import { CloudFilter, useCloudFilter } from './cloud-filter.tsx'
import { goalsField } from './goals-field.tsx'
import { optionsOf } from './options-of.ts'
import { today } from './today.ts'

export function ServicesPart() {
  const read = useRows('services')
  const cloudsRead = useRows('clouds')
  const clouds = cloudsRead.rows
  const categoriesRead = useRows('service-categories')
  const categories = categoriesRead.rows
  const filter = useCloudFilter(clouds)
  const cloudName = (id: number) => clouds.find((cloud) => cloud.id === id)?.title ?? ''
  const shown = filter.shown.flatMap((cloud) => categories.filter(({ cloud_id }) => cloud_id === cloud.id))
  return (
    <NounScreen
      read={onceAllAreThere(read, cloudsRead, categoriesRead)}
      spec={{
        path: 'services',
        part: 'services',
        one: 'service',
        title: 'Services',
        lead: 'One timeline row each, under the heading of their category.',
        actions: (
          <Link className="button" to={`/admin/site/service-categories${filter.search}`}>
            Categories
          </Link>
        ),
        above: <CloudFilter filter={filter} clouds={clouds} />,
        words: (service) => ({
          name: service.name,
          detail:
            service.ended_on === null
              ? `Since ${service.started_on}`
              : `${service.started_on} to ${service.ended_on}`,
        }),
        groups: (rows) =>
          shown.map((category) => ({
            key: category.id,
            title:
              filter.chosen === undefined
                ? `${cloudName(category.cloud_id)} · ${category.title}`
                : category.title,
            rows: rows.filter(({ category_tid }) => category_tid === category.id),
            empty: 'No services.',
          })),
        order: 'group',
        canRetire: true,
        fresh: {
          category_tid: shown[0]?.id ?? 1,
          name: '',
          info: '',
          started_on: today(),
          ended_on: null,
          goals: [],
        },
        fields: () => [
          { kind: 'text', name: 'name', label: 'Name', maxLength: 100, isHalf: true },
          {
            kind: 'choice',
            name: 'category_tid',
            label: 'Category',
            options: optionsOf(
              categories,
              ({ title }) => title,
              ({ cloud_id }) => cloudName(cloud_id),
            ),
            isHalf: true,
          },
          { kind: 'area', name: 'info', label: 'What it does', maxLength: 1000 },
          { kind: 'day', name: 'started_on', label: 'In service since', isHalf: true },
          {
            kind: 'day',
            name: 'ended_on',
            label: 'Ends on',
            hint: 'Can be in the future.',
            isOptional: true,
            isHalf: true,
          },
          goalsField<ServiceValues>(),
        ],
      }}
    />
  )
}
