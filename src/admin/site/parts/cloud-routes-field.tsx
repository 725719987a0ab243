import { FieldSet } from '../../parts/field-set.tsx'
import { InputField } from '../../parts/text-fields.tsx'
import type { Option } from '../form/field-spec.ts'

interface CloudRoute {
  cloud_id: number
  route: string
}

/** N-05: alternative addresses of a top menu item by cloud; empty for the usual one. */
export function CloudRoutesField({
  clouds,
  routes,
  error,
  onChange,
}: {
  clouds: readonly Option[]
  routes: readonly CloudRoute[]
  error: string | undefined
  onChange: (routes: CloudRoute[]) => void
}) {
  return (
    <FieldSet
      legend="Different on some clouds"
      hint="Leave empty for the path or address above."
      error={error}
      columns={2}
    >
      {clouds.map(({ value, words }) => (
        <InputField
          key={value}
          label={words}
          maxLength={2000}
          spellCheck={false}
          value={routes.find(({ cloud_id }) => cloud_id === value)?.route ?? ''}
          onChange={(typed) =>
            onChange(
              // In cloud order, so that undoing a change leaves nothing to save.
              clouds.flatMap((cloud) => {
                const own = routes.find(({ cloud_id }) => cloud_id === cloud.value)
                const route = cloud.value === value ? typed : (own?.route ?? '')
                return route === '' ? [] : [{ cloud_id: Number(cloud.value), route }]
              }),
            )
          }
        />
      ))}
    </FieldSet>
  )
}
