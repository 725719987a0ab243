import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'

/** The reason is for the log and never contains more than an error name. */
export interface OidcFailure {
  kind: 'failed' | 'unavailable' | 'refused'
  reason: string
}

/** Protocol errors carry tokens and URLs in their causes, so only their codes are passed on. */
export function explainFailure(error: unknown): OidcFailure {
  if (error instanceof AuthorizationResponseError) {
    return { kind: kindOfAnswer(error.error), reason: `the provider answered ${knownAnswer(error.error)}` }
  }
  if (error instanceof ResponseBodyError) {
    const kind = error.status >= 500 || error.status === 429 ? 'unavailable' : 'failed'
    return { kind, reason: `a request was answered with ${error.status} ${safeErrorName(error.error)}` }
  }
  if (error instanceof ClientError) {
    return {
      kind: isSilence(error) ? 'unavailable' : 'failed',
      reason: safeErrorName(error.code ?? error.name),
    }
  }
  if (error instanceof TypeError && error.message === 'fetch failed') {
    const { code } = (error.cause ?? {}) as { code?: unknown }
    return { kind: 'unavailable', reason: `no connection (${safeErrorName(code)})` }
  }
  return { kind: 'failed', reason: safeErrorName(error instanceof Error ? error.name : undefined) }
}

/** It comes from the browser, which could send anything. */
function knownAnswer(answer: string): string {
  return ANSWERS.has(answer) ? answer : 'unknown'
}

/** RFC 6749 4.1.2.1 and OpenID Connect Core 3.1.2.6. */
const ANSWERS: ReadonlySet<string> = new Set([
  ...[
    'invalid_request',
    'unauthorized_client',
    'access_denied',
    'unsupported_response_type',
    'invalid_scope',
  ],
  ...['server_error', 'temporarily_unavailable', 'interaction_required', 'login_required'],
  ...['account_selection_required', 'consent_required', 'invalid_request_uri', 'invalid_request_object'],
  ...['request_not_supported', 'request_uri_not_supported', 'registration_not_supported'],
])

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

/** No answer, or an invalid one: a gateway in front of the provider reports that it is down. */
function isSilence({ code }: ClientError): boolean {
  return [
    'OAUTH_TIMEOUT',
    'OAUTH_ABORT',
    'OAUTH_RESPONSE_IS_NOT_CONFORM',
    'OAUTH_RESPONSE_IS_NOT_JSON',
  ].includes(code ?? '')
}

function safeErrorName(name: unknown): string {
  return typeof name === 'string' && /^[\w.-]{1,64}$/.test(name) ? name : 'unknown'
}
