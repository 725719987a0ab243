import type { Choices } from '../../contract/admin/choices.ts'
import type { Limit } from '../../contract/admin/limit.ts'
import { CheckboxField, RadioField } from './check-fields.tsx'
import { FieldSet } from './field-set.tsx'

/** The clouds to which rights are limited. A product means all its clouds, including later ones. */
export function LimitField({
  limit,
  choices,
  error,
  onChange,
}: {
  limit: Limit
  choices: Pick<Choices, 'clouds' | 'products'>
  error?: string | undefined
  onChange: (limit: Limit) => void
}) {
  const chosen = limit ?? { clouds: [], products: [] }
  const offered = {
    clouds: choices.clouds.filter(({ id, is_retired }) => !is_retired || chosen.clouds.includes(id)),
    products: choices.products.filter(({ id, is_retired }) => !is_retired || chosen.products.includes(id)),
  }
  const isCovered = (cloud: number) =>
    choices.products.some(({ id, clouds }) => chosen.products.includes(id) && clouds.includes(cloud))
  const toggle = (of: 'clouds' | 'products', id: number, isChecked: boolean) =>
    onChange({
      ...chosen,
      [of]: isChecked ? [...chosen[of], id] : chosen[of].filter((other) => other !== id),
    })
  return (
    <>
      <RadioField
        legend="For which clouds"
        choices={[
          { value: 'all', label: 'All clouds' },
          {
            value: 'some',
            label: 'Only some',
            hint: 'Records of other clouds can’t be written, and their drafts can’t be read. A record about several clouds needs all of them.',
          },
        ]}
        value={limit === null ? 'all' : 'some'}
        onChange={(value) => onChange(value === 'all' ? null : chosen)}
      />
      {limit !== null && (
        <>
          <FieldSet legend="All clouds of a product, including later ones" error={error} columns={2}>
            {offered.products.map(({ id, title }) => (
              <CheckboxField
                key={id}
                label={title}
                isChecked={chosen.products.includes(id)}
                onChange={(isChecked) => toggle('products', id, isChecked)}
              />
            ))}
          </FieldSet>
          <FieldSet legend="Single clouds" columns={2}>
            {offered.clouds.map(({ id, domain }) => (
              <CheckboxField
                key={id}
                label={domain}
                hint={isCovered(id) ? 'Included by its product.' : undefined}
                isChecked={chosen.clouds.includes(id)}
                onChange={(isChecked) => toggle('clouds', id, isChecked)}
              />
            ))}
          </FieldSet>
        </>
      )}
    </>
  )
}

export function limitWords(limit: Limit, { clouds, products }: Pick<Choices, 'clouds' | 'products'>): string {
  if (limit === null) return 'All clouds'
  return [
    ...products.filter(({ id }) => limit.products.includes(id)).map(({ title }) => `${title} (all)`),
    ...clouds.filter(({ id }) => limit.clouds.includes(id)).map(({ domain }) => domain),
  ].join(', ')
}
