import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'

/** Why an employee login came to nothing. The reason is for the log: never more than the name of what was wrong. */
export interface OidcFailure {
  kind: 'failed' | 'unavailable' | 'refused'
  reason: string
}

/** Errors of the protocol carry tokens and addresses in their causes, so only their codes go on. */
export function explainFailure(error: unknown): OidcFailure {
  if (error instanceof AuthorizationResponseError) {
    return { kind: kindOfAnswer(error.error), reason: `the provider answered ${nameOf(error.error)}` }
  }
  if (error instanceof ResponseBodyError) {
    const kind = error.status >= 500 || error.status === 429 ? 'unavailable' : 'failed'
    return { kind, reason: `a request was answered ${error.status} ${nameOf(error.error)}` }
  }
  if (error instanceof ClientError) {
    return { kind: isSilence(error) ? 'unavailable' : 'failed', reason: nameOf(error.code ?? error.name) }
  }
  if (error instanceof TypeError && error.message === 'fetch failed') {
    const { code } = (error.cause ?? {}) as { code?: unknown }
    return { kind: 'unavailable', reason: `no connection (${nameOf(code)})` }
  }
  return { kind: 'failed', reason: nameOf(error instanceof Error ? error.name : undefined) }
}

function kindOfAnswer(answer: string): OidcFailure['kind'] {
  switch (answer) {
    case 'access_denied':
      return 'refused'
    case 'server_error':
    case 'temporarily_unavailable':
      return 'unavailable'
    default:
      return 'failed'
  }
}

/** No answer, or one that no provider gives: a gateway in front of it says that it is down. */
function isSilence({ code }: ClientError): boolean {
  return [
    'OAUTH_TIMEOUT',
    'OAUTH_ABORT',
    'OAUTH_RESPONSE_IS_NOT_CONFORM',
    'OAUTH_RESPONSE_IS_NOT_JSON',
  ].includes(code ?? '')
}

/** Names come from outside, and whatever is no name stays there. */
function nameOf(name: unknown): string {
  return typeof name === 'string' && /^[\w.-]{1,64}$/.test(name) ? name : 'unknown'
}
