import { useState } from 'react'
import type { PersonDetails } from '../../contract/admin/people.ts'
import { can, ROLES, type Role } from '../../domain/access.ts'
import { ROLE_WORDS } from '../../domain/account/role-words.ts'
import { parseUrl } from '../../domain/parse-url.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { FormAlert } from '../../ui/forms/form-alert.tsx'
import type { Refusal } from '../../ui/forms/posted.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { CheckboxField } from '../parts/check-fields.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { FieldSet } from '../parts/field-set.tsx'
import styles from './person-roles.module.css'
import type { ShowPerson } from './person-screen.tsx'

/** Z-05: roles, and how long a change lasts. */
export function PersonRoles({ details, onChanged }: { details: PersonDetails; onChanged: ShowPerson }) {
  const { person, identity_provider, is_self, is_last_administrator } = details
  const [chosen, setChosen] = useState<readonly Role[]>(person.roles)
  const [problem, setProblem] = useState<Refusal>()
  const [isAsking, setAsking] = useState(false)
  const { uid, name } = person
  if (identity_provider === null)
    return <p className={styles.none}>Customers have no roles. Staff use the employee login.</p>

  const isChanged = !isSame(chosen, person.roles)
  const losesOwn = is_self && can(person.roles, 'manage-people') && !can(chosen, 'manage-people')

  async function save(): Promise<Refusal | undefined> {
    setProblem(undefined)
    const saved = await callAccount('POST /api/admin/people/:uid/roles', {
      uid,
      roles: [...chosen],
      before: person.roles,
    })
    if (saved.kind === 'refused') {
      if (saved.status === 409) return showTheirs()
      setProblem(saved)
      return saved
    }
    onChanged(saved.answer.data)
    showToast(`The roles of ${name} have changed.`)
    return undefined
  }

  async function showTheirs(): Promise<Refusal | undefined> {
    const read = await callAccount('GET /api/admin/people/:uid', { uid })
    if (read.kind === 'refused') return read
    onChanged(read.answer.data)
    const wanted = chosen.map((role) => ROLE_WORDS[role].name).join(', ') || 'none'
    showToast(`The roles changed in the meantime, so nothing was saved. You had chosen: ${wanted}.`, {
      isProblem: true,
      stays: true,
    })
    return undefined
  }

  return (
    <>
      <p className={styles.lead}>
        A change applies to the next request. At the next sign-in, the employee login at{' '}
        {hostOf(identity_provider)} sets the roles again. To make a change permanent, make it there, too.
      </p>
      <FormAlert problem={problem} />
      <FieldSet legend="What this person may do" columns={2}>
        {ROLES.map((role) => (
          <CheckboxField
            key={role}
            label={ROLE_WORDS[role].name}
            hint={
              role === 'administrator' && is_last_administrator
                ? 'The last one: give this role to someone else first.'
                : `May ${ROLE_WORDS[role].may}.`
            }
            isChecked={chosen.includes(role)}
            isDisabled={role === 'administrator' && is_last_administrator}
            onChange={(isChecked) =>
              setChosen((before) =>
                isChecked ? [...before, role] : before.filter((other) => other !== role),
              )
            }
          />
        ))}
      </FieldSet>
      <div className={styles.buttons}>
        <BusyButton
          look="primary"
          busyWords="Saving…"
          isDisabled={!isChanged}
          onPress={async () => {
            if (losesOwn) setAsking(true)
            else await save()
          }}
        >
          Save roles
        </BusyButton>
        {isChanged && (
          <button type="button" className="button" onClick={() => setChosen(person.roles)}>
            Discard
          </button>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          question="Give up your own right to manage people?"
          yes="Save roles"
          busyYes="Saving…"
          onYes={save}
          onClose={() => setAsking(false)}
        >
          <p>You won’t see this screen until your next sign-in.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function isSame(roles: readonly Role[], others: readonly Role[]) {
  return roles.length === others.length && roles.every((role) => others.includes(role))
}

function hostOf(issuer: string) {
  return parseUrl(issuer)?.host ?? issuer
}
