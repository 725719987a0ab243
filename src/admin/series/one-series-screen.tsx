import { useParams } from 'react-router'
import { EmptyState } from '../parts/empty-state.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { useChoices } from '../parts/use-choices.ts'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import { Screen } from '../shell/screen.tsx'
import { SeriesForm } from './series-form.tsx'

const BACK = { to: '/admin/series', words: 'All recurring maintenance' }

export function OneSeriesScreen() {
  const { id = '' } = useParams()
  return id === 'new' ? <NewSeries /> : <OldSeries id={id} />
}

function NewSeries() {
  const { called, choices, reload } = useChoices()
  return (
    <Screen title="New series" back={BACK}>
      <Loaded called={called} onRetry={reload}>
        {() => choices !== undefined && <SeriesForm choices={choices} />}
      </Loaded>
    </Screen>
  )
}

function OldSeries({ id }: { id: string }) {
  const { called, reload } = useStaffAnswer('GET /api/admin/series', { input: {}, because: '' })
  const { choices } = useChoices()
  const found = called?.kind === 'done' ? called.answer.data.find((one) => String(one.id) === id) : undefined
  return (
    <Screen
      title={found?.title ?? 'Series'}
      lead={
        found === undefined
          ? undefined
          : 'Changes apply from the next record on. Published windows stay as they are.'
      }
      back={BACK}
    >
      <Loaded called={called} onRetry={reload}>
        {() =>
          found === undefined ? (
            <EmptyState title="Series not found">
              <p>Someone may have removed it.</p>
            </EmptyState>
          ) : (
            choices !== undefined && (
              <SeriesForm key={found.id} series={found} choices={choices} onSaved={reload} />
            )
          )
        }
      </Loaded>
    </Screen>
  )
}
