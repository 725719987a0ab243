import { useState } from 'react'
import type { Limit } from '../../contract/admin/limit.ts'
import type { PersonDetails } from '../../contract/admin/people.ts'
import { can } from '../../domain/access.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { FormAlert } from '../../ui/forms/form-alert.tsx'
import type { Refusal } from '../../ui/forms/posted.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { LimitField } from '../parts/limit-field.tsx'
import { Loaded } from '../parts/loaded.tsx'
import type { useChoices } from '../parts/use-choices.ts'
import styles from './person-roles.module.css'
import type { ShowPerson } from './person-screen.tsx'

export function PersonLimit({
  details,
  choices: { called, reload },
  onChanged,
}: {
  details: PersonDetails
  choices: ReturnType<typeof useChoices>
  onChanged: ShowPerson
}) {
  const [chosen, setChosen] = useState<Limit>(details.limit)
  const [problem, setProblem] = useState<Refusal>()
  const { uid, name } = details.person
  const isChanged = JSON.stringify(chosen) !== JSON.stringify(details.limit)

  async function save() {
    setProblem(undefined)
    const saved = await callAccount('POST /api/admin/people/:uid/limit', {
      uid,
      limit: chosen,
      before: details.limit,
    })
    if (saved.kind === 'done') {
      onChanged(saved.answer.data)
      showToast(`The clouds of ${name} have changed.`)
      return
    }
    if (saved.status !== 409) return setProblem(saved)
    const read = await callAccount('GET /api/admin/people/:uid', { uid })
    if (read.kind === 'refused') return setProblem(read)
    onChanged(read.answer.data)
    showToast('The clouds changed in the meantime, so nothing was saved.', { isProblem: true, stays: true })
  }

  if (details.limit === null && can(details.person.roles, 'manage-people')) {
    return (
      <p className={styles.lead}>
        Administrators manage people and tokens, so their rights can’t be limited.
      </p>
    )
  }
  return (
    <>
      <p className={styles.lead}>
        Limits what the roles allow to records of certain clouds. It stays when the next sign-in sets the
        roles again, and doesn’t change what the public can read.
      </p>
      <FormAlert problem={problem} />
      <Loaded called={called} onRetry={reload}>
        {({ data }) => (
          <div className={styles.limit}>
            <LimitField limit={chosen} choices={data} error={problem?.errors?.limit} onChange={setChosen} />
          </div>
        )}
      </Loaded>
      <div className={styles.buttons}>
        <BusyButton look="primary" busyWords="Saving…" isDisabled={!isChanged} onPress={save}>
          Save clouds
        </BusyButton>
        {isChanged && (
          <button type="button" className="button" onClick={() => setChosen(details.limit)}>
            Discard
          </button>
        )}
      </div>
    </>
  )
}
