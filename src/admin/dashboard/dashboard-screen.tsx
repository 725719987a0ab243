import { Loaded } from '../parts/loaded.tsx'
import { LoadingLines } from '../parts/loading-lines.tsx'
import { useChoices } from '../parts/use-choices.ts'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import { Screen } from '../shell/screen.tsx'
import { Desk } from './desk.tsx'

/** Z-01 */
export function DashboardScreen() {
  const { called, reload } = useStaffAnswer('GET /api/admin/dashboard', {
    input: {},
    because: '',
    // Polls, so that changes by others appear.
    isUnderWay: () => true,
  })
  const choices = useChoices()
  return (
    <Screen title="Dashboard" isTitleQuiet>
      <Loaded called={called} onRetry={reload} lines={8}>
        {({ data }) => (
          <Loaded called={choices.called} onRetry={choices.reload} lines={8}>
            {({ data: { post_mortem_days } }) =>
              choices.names === undefined ? (
                <LoadingLines />
              ) : (
                <Desk
                  dashboard={data}
                  names={choices.names}
                  postMortemDays={post_mortem_days}
                  onChanged={reload}
                />
              )
            }
          </Loaded>
        )}
      </Loaded>
    </Screen>
  )
}
