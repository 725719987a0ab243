import { counted } from '../../../ui/parts/words.ts'
import { NounScreen } from '../noun/noun-screen.tsx'
import { useRows } from '../noun/use-rows.ts'

export function ProductsPart() {
  const read = useRows('products')
  const { rows: clouds } = useRows('clouds')
  return (
    <NounScreen
      read={read}
      spec={{
        path: 'products',
        part: 'products',
        one: 'product',
        title: 'Products',
        lead: 'Headings in the cloud selector.',
        words: ({ id, title }) => ({
          name: title,
          detail: counted(clouds.filter((cloud) => cloud.product_id === id).length, 'cloud'),
        }),
        groups: (rows) => [{ key: 'all', rows }],
        order: 'group',
        canRetire: true,
        fresh: { title: '', machine_name: '' },
        fields: () => [
          { kind: 'text', name: 'title', label: 'Name', maxLength: 100, isHalf: true },
          {
            kind: 'text',
            name: 'machine_name',
            label: 'Machine name',
            hint: 'What the API calls it. Small letters, digits and _.',
            maxLength: 64,
            isCode: true,
            isHalf: true,
          },
        ],
      }}
    />
  )
}
