import { useState } from 'react'
import { Link } from 'react-router'
import type { Choices } from '../../contract/admin/choices.ts'
import type { Token } from '../../contract/admin/tokens.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { BreakableAddress } from '../../ui/parts/breakable-address.tsx'
import { counted } from '../../ui/parts/words.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { useNow } from '../../ui/times/use-now.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { Chip } from '../parts/chip.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { limitWords } from '../parts/limit-field.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { useChoices } from '../parts/use-choices.ts'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import { Screen } from '../shell/screen.tsx'
import { NewToken } from './new-token.tsx'
import { SCOPE_WORDS } from './scope-words.ts'
import { type TokenState, tokenState } from './token-state.ts'
import styles from './tokens-screen.module.css'

/** Z-08 */
export function TokensScreen() {
  const { called, reload } = useStaffAnswer('GET /api/admin/tokens', { input: {}, because: '' })
  const [isMaking, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<Token>()
  const { choices } = useChoices()
  const now = (useNow() ?? new Date()).getTime()
  const newToken = (
    <button type="button" className="button primary" onClick={() => setMaking(true)}>
      New token
    </button>
  )
  return (
    <Screen
      title="API tokens"
      lead={
        <>
          Programs publish with these, over the <a href="/api/docs">automation API</a>. A key is shown once,
          when it is created.
        </>
      }
      actions={newToken}
    >
      <Loaded called={called} onRetry={reload}>
        {({ data }) => (
          <DataTable
            label="API tokens"
            rows={data}
            rowKey={({ id }) => id}
            columns={columnsAt(now, choices)}
            actions={(token) =>
              token.revoked_at === null && (
                <button
                  type="button"
                  className="button"
                  aria-label={`Revoke ${token.name}`}
                  onClick={() => setRevoking(token)}
                >
                  Revoke
                </button>
              )
            }
            empty={
              <EmptyState title="No program has a token." action={newToken}>
                Create one for your deployment tools or monitoring, with only the rights it needs.
              </EmptyState>
            }
          />
        )}
      </Loaded>
      {isMaking && <NewToken onMade={reload} onClose={() => setMaking(false)} />}
      {revoking !== undefined && (
        <ConfirmDialog
          question={`Revoke ${revoking.name}?`}
          yes="Revoke"
          busyYes="Revoking…"
          onYes={async () => {
            const revoked = await callAccount('POST /api/admin/tokens/:id/revoke', { id: revoking.id })
            if (revoked.kind === 'refused') return revoked
            showToast(`${revoking.name} was revoked.`)
            reload()
            return undefined
          }}
          onClose={() => setRevoking(undefined)}
        >
          <p>
            Programs that use it are refused from the next request on. This can’t be undone; they need a new
            token.
          </p>
        </ConfirmDialog>
      )}
    </Screen>
  )
}

function columnsAt(now: number, choices: Choices | undefined): readonly Column<Token>[] {
  return [
    {
      head: 'Name',
      isName: true,
      cell: ({ name, hint }) => (
        <>
          {name} <code className={styles.hint}>{hint}…</code>
        </>
      ),
    },
    { head: 'State', cell: (token) => <StateOfToken state={tokenState(token, now)} /> },
    {
      head: 'May',
      cell: ({ scopes }) => (
        <ul className={styles.scopes}>
          {scopes.map((scope) => (
            <li key={scope} title={scope}>
              {SCOPE_WORDS[scope].name}
            </li>
          ))}
        </ul>
      ),
    },
    {
      head: 'For',
      cell: ({ limit }) => (choices === undefined ? '' : limitWords(limit, choices)),
    },
    {
      head: 'Expires',
      cell: ({ expires_at }) =>
        expires_at === null ? 'Never' : <Moment at={expires_at} precision="minute" />,
    },
    {
      head: 'Last used',
      cell: ({ last_used_at }) =>
        last_used_at === null ? 'Never' : <Moment at={last_used_at} precision="minute" />,
    },
    {
      head: 'Created',
      cell: ({ created_at, created_by }) => (
        <>
          <Moment at={created_at} precision="minute" />
          {created_by !== null && (
            <>
              {' '}
              by{' '}
              <Link to={`/admin/people/${created_by.uid}`}>
                <BreakableAddress address={created_by.name ?? `account ${created_by.uid}`} />
              </Link>
            </>
          )}
        </>
      ),
    },
  ]
}

function StateOfToken({ state }: { state: TokenState }) {
  switch (state.kind) {
    case 'live':
      return <Chip tone="up">Live</Chip>
    case 'ending':
      return <Chip tone="degradation">{`Ends in ${counted(state.days, 'day')}`}</Chip>
    case 'expired':
      return <Chip tone="quiet">Expired</Chip>
    case 'revoked':
      return <Chip tone="quiet">Revoked</Chip>
  }
}
