import { StateShape } from '../../../ui/parts/state-shape.tsx'
import { toneOfSeverity } from '../../../ui/parts/tone.ts'
import { IconField } from '../form/icon-field.tsx'
import { NounScreen } from '../noun/noun-screen.tsx'
import { useRows } from '../noun/use-rows.ts'

const ICONS = (
  [
    ['disruption', 'Square', 'disruption'],
    ['degradation', 'Triangle', 'degradation'],
    ['investigation', 'Circle', 'investigation'],
    ['advisory', 'Hexagon', 'advisory'],
    ['information', 'Information', 'notice'],
    ['no-impact', 'Check mark', 'up'],
  ] as const
).map(([value, words, tone]) => ({ value, words, picture: <StateShape tone={tone} /> }))

export function SeveritiesPart() {
  const read = useRows('severities')
  return (
    <NounScreen
      read={read}
      spec={{
        path: 'severities',
        part: 'severities',
        one: 'severity',
        title: 'Severities',
        lead: 'How severe a record is, most severe first. Built-in severities keep their names and ranks.',
        words: (severity) => ({
          name: severity.name,
          detail: (
            <>
              <StateShape tone={toneOfSeverity(severity.id)} /> Rank {severity.rank}
              {severity.in_legend && ' · of incidents'}
              {severity.is_fixed && ' · built in'}
            </>
          ),
        }),
        groups: (rows) => [{ key: 'all', rows }],
        canRetire: true,
        fresh: { name: '', color_code: '#4b555f', status_icon: '', rank: 10, in_legend: false },
        fields: (severity) => [
          {
            kind: 'text',
            name: 'name',
            label: 'Name',
            maxLength: 60,
            isFixed: severity?.is_fixed ?? false,
            isHalf: true,
          },
          { kind: 'number', name: 'rank', label: 'Rank', hint: 'Higher is more severe.', isHalf: true },
          {
            kind: 'color',
            name: 'color_code',
            label: 'Color in the API',
            hint: 'Our own pages use the theme’s colors.',
            isHalf: true,
          },
          {
            kind: 'own',
            name: 'status_icon',
            label: 'Icon',
            words: ({ status_icon }) => status_icon,
            render: ({ values, set, error }) => (
              <IconField
                label="Icon"
                choices={ICONS}
                value={values.status_icon}
                onChange={(icon) => set('status_icon', icon)}
                error={error}
              />
            ),
          },
          {
            kind: 'check',
            name: 'in_legend',
            label: 'Used by incidents',
            hint: 'Listed in the API’s legend, and offered where people choose the minimum severity of notifications.',
          },
        ],
      }}
    />
  )
}
