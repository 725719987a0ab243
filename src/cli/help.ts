import type { Command, Options } from './command.ts'
import { COMMANDS } from './commands.ts'
import { COMMON_OPTIONS } from './common-options.ts'

/** `scripts/candor.mjs` passes these to the server's own program. */
const ON_THE_SERVER: readonly [string, string][] = [
  ['start', 'Runs the site, as npm start does'],
  ['backup [file]', 'Writes a verified backup'],
  ['restore <file>', 'Restores a backup'],
  ['verify <file>', 'Verifies that a backup can be restored; with an address, the log of a site (above)'],
  ['staff-link --role <role>', 'Prints a one-time sign-in link for a staff member'],
  ['edition-key', 'Prints the public key that editions are signed with'],
  ['lost-key', 'Discards what only a lost SECRETS_KEY could decrypt'],
  ['export-static <folder>', 'Exports the whole site as files'],
]

const EXIT_CODES = `Exit codes
  0   done (status: no incident affects anything)
  1   refused, or something went wrong
  2   status only: an incident affects something
  64  wrong usage, or no token
  69  the site can't be reached or is too busy
  77  the token is unknown or may not do this`

export function helpText({ hasServer }: { hasServer: boolean }): string {
  const width = Math.max(...COMMANDS.map((command) => usageOf(command).length))
  const lines = COMMANDS.map((command) => `  ${usageOf(command).padEnd(width)}  ${command.summary}`)
  return [
    'candor: run and use a status site from the command line',
    '',
    'Usage: candor <command> [options]',
    '',
    'Commands',
    ...lines,
    `  ${'help [command]'.padEnd(width)}  This, or more about a command`,
    '',
    ...(hasServer
      ? [
          'On the server itself, with its environment (all but start have --help)',
          ...ON_THE_SERVER.map(([usage, words]) => `  ${usage.padEnd(width)}  ${words}`),
          '',
        ]
      : []),
    'Options of every command',
    ...optionLines(COMMON_OPTIONS),
    '',
    EXIT_CODES,
  ].join('\n')
}

export function helpOf(command: Command): string {
  const own = optionLines(command.options)
  return [
    `candor ${usageOf(command)}: ${command.summary}`,
    ...(command.words === undefined ? [] : ['', command.words]),
    ...(own.length === 0 ? [] : ['', 'Options', ...own]),
    '',
    'Options of every command',
    ...optionLines(COMMON_OPTIONS),
    '',
    'Examples',
    ...command.examples.map((example) => `  ${example}`),
    '',
    EXIT_CODES,
  ].join('\n')
}

function usageOf({ name, takes }: Command) {
  return takes === undefined ? name : `${name} ${takes}`
}

function optionLines(options: Options): string[] {
  const named = Object.entries(options).map(([name, { short, value, words }]) => ({
    left: [
      short === undefined ? '   ' : `-${short},`,
      ` --${name}`,
      value === undefined ? '' : ` <${value}>`,
    ].join(''),
    words,
  }))
  const width = Math.max(...named.map(({ left }) => left.length))
  return named.map(({ left, words }) => `  ${left.padEnd(width)}  ${words}`)
}
