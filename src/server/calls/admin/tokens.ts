import { type ListedToken, listTokens } from '../../../accounts/tokens/list-tokens.ts'
import { makeToken } from '../../../accounts/tokens/make-token.ts'
import { revokeToken } from '../../../accounts/tokens/revoke-token.ts'
import { TOKEN_NAME_LENGTH, type Token } from '../../../contract/admin/tokens.ts'
import { tidyTyped } from '../../../domain/tidy-typed.ts'
import type { AccountContext } from '../../context.ts'
import { Fault } from '../../http/faults.ts'
import { actorOf } from '../../http/viewer-of.ts'
import { type Handlers, wrongFields } from '../asked.ts'

export const apiTokenHandlers: Handlers<
  'GET /api/admin/tokens' | 'POST /api/admin/tokens' | 'POST /api/admin/tokens/:id/revoke'
> = {
  'GET /api/admin/tokens': async ({ context }) => ({ data: await tokens(context) }),

  'POST /api/admin/tokens': async ({ context, input, viewer, request }) => {
    const now = context.clock()
    const name = tidyTyped(input.name, TOKEN_NAME_LENGTH)
    const expiresAt = input.expires_at === null ? null : new Date(input.expires_at)
    if (name === '') throw wrongFields({ name: 'Please give the token a name.' })
    if (input.scopes.length === 0)
      throw wrongFields({ scopes: 'Please choose at least one permission for the token.' })
    const isToCome = expiresAt === null || expiresAt.getTime() > now.getTime()
    const limit = input.limit ?? null
    if (limit !== null && limit.clouds.length + limit.products.length === 0)
      throw wrongFields({ limit: 'Please choose at least one cloud or product.' })
    if (!isToCome) throw wrongFields({ expires_at: 'Please choose a future day.' })
    const made = await makeToken(context.accounts.desk, {
      name,
      scopes: input.scopes,
      expiresAt,
      limit,
      actor: actorOf(viewer, { capability: 'manage-tokens', request }),
      now,
    })
    switch (made.kind) {
      case 'made':
        return { data: { id: made.id, key: made.token } }
      case 'unknown-limit':
        throw wrongFields({ limit: 'One of these clouds or products no longer exists. Choose again.' })
      case 'name-taken':
        throw wrongFields({
          name: 'Another token has this name. Choose a different one, so the audit log can tell them apart.',
        })
    }
  },

  'POST /api/admin/tokens/:id/revoke': async ({ context, input: { id }, viewer, request }) => {
    const actor = actorOf(viewer, { capability: 'manage-tokens', request })
    await revokeToken(context.accounts.desk, { id, actor, now: context.clock() })
    const data = await tokens(context)
    if (!data.some((token) => token.id === id))
      throw new Fault('not-found', { message: `There is no token ${id}.` })
    return { data }
  },
}

async function tokens({ accounts }: AccountContext): Promise<Token[]> {
  return (await listTokens(accounts.desk)).map(toToken)
}

function toToken(token: ListedToken): Token {
  const { createdBy } = token
  return {
    id: token.id,
    name: token.name,
    hint: token.hint,
    scopes: token.scopes,
    created_by: createdBy === null ? null : { uid: createdBy.uid, name: createdBy.email },
    created_at: token.createdAt.toISOString(),
    expires_at: token.expiresAt?.toISOString() ?? null,
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    revoked_at: token.revokedAt?.toISOString() ?? null,
    limit: token.limit,
  }
}
