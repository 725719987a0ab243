import { readFileSync } from 'node:fs'
import { parseUrl } from '../domain/parse-url.ts'
import type { SiteOptions } from './call-site.ts'
import type { Given, Options } from './command.ts'
import { CliProblem, EXIT } from './exit-code.ts'
import { textOf } from './given.ts'

const URL_IF_NOT_SAID = 'http://localhost:3000'
const TIMEOUT_S = 30
const RETRIES = 3

export const COMMON_OPTIONS: Options = {
  url: { type: 'string', value: 'address', words: `of the site; CANDOR_URL, else ${URL_IF_NOT_SAID}` },
  token: {
    type: 'string',
    value: 'token',
    words: 'better as CANDOR_TOKEN: others may see your command line',
  },
  'token-file': { type: 'string', value: 'file', words: 'holds the token; CANDOR_TOKEN_FILE' },
  'idempotency-key': {
    type: 'string',
    value: 'key',
    words: 'the same key never acts twice; default: a random one',
  },
  timeout: { type: 'string', value: 'seconds', words: `per attempt; default: ${TIMEOUT_S}` },
  retries: {
    type: 'string',
    value: 'number',
    words: `retries when busy or unreachable; default: ${RETRIES}`,
  },
  json: { type: 'boolean', words: 'print the answer as JSON' },
  help: { type: 'boolean', short: 'h', words: 'show help for this command' },
}

export function siteOptions(
  given: Given,
  env: Readonly<Record<string, string | undefined>>,
  note: (line: string) => void,
): SiteOptions {
  return {
    url: urlOf(textOf(given, 'url') ?? env.CANDOR_URL ?? URL_IF_NOT_SAID),
    token: tokenOf(given, env),
    idempotencyKey: textOf(given, 'idempotency-key'),
    timeoutS: numberOf(given, 'timeout', { usual: TIMEOUT_S, least: 1 }),
    retries: numberOf(given, 'retries', { usual: RETRIES, least: 0 }),
    note,
  }
}

function urlOf(written: string): string {
  const isAddress = /^https?:$/.test(parseUrl(written)?.protocol ?? '')
  if (!isAddress) throw new CliProblem(EXIT.usage, `"${written}" is not the address of a site.`)
  return written
}

/** Never printed, even if invalid. */
function tokenOf(given: Given, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const named = textOf(given, 'token')
  const file = textOf(given, 'token-file') ?? (named === undefined ? env.CANDOR_TOKEN_FILE : undefined)
  const token = (named ?? (file === undefined ? env.CANDOR_TOKEN : textOfFile(file)))?.trim()
  if (token === undefined || token === '') return undefined
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new CliProblem(EXIT.usage, 'The token contains invalid characters.')
  return token
}

function textOfFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new CliProblem(EXIT.usage, `The file ${file} cannot be read.`)
  }
}

function numberOf(given: Given, name: string, { usual, least }: { usual: number; least: number }): number {
  const written = textOf(given, name)
  if (written === undefined) return usual
  if (!/^\d{1,4}$/.test(written) || Number(written) < least)
    throw new CliProblem(EXIT.usage, `--${name} takes a whole number of at least ${least}.`)
  return Number(written)
}
