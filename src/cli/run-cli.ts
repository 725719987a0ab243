import { parseArgs } from 'node:util'
import { siteAt } from './call-site.ts'
import type { Command, Given, Options } from './command.ts'
import { COMMANDS } from './commands.ts'
import { COMMON_OPTIONS, siteOptions } from './common-options.ts'
import { CliProblem, EXIT, type ExitCode } from './exit-code.ts'
import { helpOf, helpText } from './help.ts'

interface Surroundings {
  argv: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  /** Set by `scripts/candor.mjs`, which can run the server. The separately installed command can't. */
  hasServer?: boolean
  out: (line: string) => void
  err: (line: string) => void
}

export async function runCli(around: Surroundings): Promise<ExitCode> {
  try {
    return await run(around)
  } catch (error) {
    if (!(error instanceof CliProblem)) throw error
    around.err(`candor: ${error.message}`)
    for (const detail of error.details) around.err(`  ${detail}`)
    return error.exit
  }
}

async function run({ argv, env, hasServer = false, out, err }: Surroundings): Promise<ExitCode> {
  const [first] = argv
  if (first === undefined || first === 'help' || first === '--help' || first === '-h')
    return help(argv.slice(1), {
      out,
      hasAsked: first !== undefined,
      hasServer,
    })
  const [, second] = argv
  // `candor incident --help`, about all of them.
  if ((second === '--help' || second === '-h') && isGroup(first))
    return help([first], { out, hasAsked: true, hasServer })
  const { command, args } = commandOf(argv)
  const { given, rest } = parse(command, args)
  if (given.help === true) {
    out(helpOf(command))
    return EXIT.ok
  }
  const isJson = given.json === true
  return command.run({
    site: siteAt(siteOptions(given, env, err)),
    given,
    rest,
    say: (line) => {
      if (!isJson) out(line)
    },
    answer: (value) => {
      if (isJson) out(JSON.stringify(value, null, 2))
    },
  })
}

function help(
  words: readonly string[],
  { out, hasAsked, hasServer }: { out: (line: string) => void; hasAsked: boolean; hasServer: boolean },
) {
  if (words.length === 0) {
    out(helpText({ hasServer }))
    return hasAsked ? EXIT.ok : EXIT.usage
  }
  const asked = words.join(' ')
  const found = COMMANDS.filter(({ name }) => name === asked || name.startsWith(`${asked} `))
  if (found.length === 0) throw unknownCommand(asked)
  out(found.map(helpOf).join('\n\n'))
  return EXIT.ok
}

function isGroup(word: string) {
  return COMMANDS.some(({ name }) => name.startsWith(`${word} `))
}

function commandOf(argv: readonly string[]): { command: Command; args: string[] } {
  for (const length of [2, 1]) {
    const name = argv.slice(0, length).join(' ')
    const command = COMMANDS.find((each) => each.name === name)
    if (command !== undefined) return { command, args: argv.slice(length) }
  }
  throw unknownCommand(argv.slice(0, 2).join(' '))
}

function unknownCommand(name: string) {
  return new CliProblem(EXIT.usage, `There is no command "${name}". "candor help" lists them.`)
}

function parse({ name, options }: Command, args: string[]): { given: Given; rest: string[] } {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: forParser({ ...COMMON_OPTIONS, ...options }),
      allowPositionals: true,
      strict: true,
    })
    return { given: values as Given, rest: positionals }
  } catch (error) {
    // The first sentence names the option; the rest is advice about the parser.
    const [sentence = ''] = (error as Error).message.split('. ')
    throw new CliProblem(EXIT.usage, `${sentence.replace(/\.$/, '')}. See "candor help ${name}".`)
  }
}

function forParser(options: Options) {
  return Object.fromEntries(
    Object.entries(options).map(([name, { type, multiple, short }]) => [
      name,
      { type, ...(multiple !== undefined && { multiple }), ...(short !== undefined && { short }) },
    ]),
  )
}
