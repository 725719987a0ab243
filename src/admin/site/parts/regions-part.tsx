import { Link } from 'react-router'
import { counted } from '../../../ui/parts/words.ts'
import { NounScreen } from '../noun/noun-screen.tsx'
import { useRows } from '../noun/use-rows.ts'

export function RegionsPart() {
  const read = useRows('regions')
  const { rows: centers } = useRows('data-centers')
  return (
    <NounScreen
      read={read}
      spec={{
        path: 'regions',
        part: 'regions',
        one: 'region',
        title: 'Regions',
        lead: 'Parts of the world that group data centers in lists, filters and subscriptions.',
        actions: (
          <Link className="button" to="/admin/site/data-centers">
            Data centers
          </Link>
        ),
        words: (region) => ({
          name: region.title,
          detail: counted(centers.filter(({ region_tid }) => region_tid === region.id).length, 'data center'),
        }),
        groups: (rows) => [{ key: 'all', rows }],
        order: 'group',
        canRetire: false,
        fresh: { title: '' },
        fields: () => [{ kind: 'text', name: 'title', label: 'Name', maxLength: 100 }],
      }}
    />
  )
}
