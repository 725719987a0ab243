import type { CommandInput } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-code.ts'

interface Answer {
  data: { id: number; title: string; status: string; state: string; url: string | null }
}

/** The output of most commands: one line for people, the whole record for programs. */
export function tellRecord({ say, answer }: CommandInput, answered: unknown, done: string): ExitCode {
  const { data } = answered as Answer
  answer(data)
  say(`${done}: ${data.title} (${data.id}), ${data.status}.`)
  say(data.url ?? `It is a ${data.state}; readers don’t see it.`)
  return EXIT.ok
}
