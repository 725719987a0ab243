import { runCli } from './run-cli.ts'

process.exitCode = await runCli({
  argv: process.argv.slice(2),
  env: process.env,
  hasServer: Symbol.for('candor.server') in globalThis,
  out: (line) => console.log(line),
  err: (line) => console.error(line),
})
