import { runCli } from './run-cli.ts'

process.exitCode = await runCli({
  argv: process.argv.slice(2),
  env: process.env,
  out: (line) => console.log(line),
  err: (line) => console.error(line),
})
