export function say(line: string) {
  console.log(line)
}

export function refuse(line: string): never {
  console.error(line)
  process.exit(1)
}
