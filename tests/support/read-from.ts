export function readFrom(env: Record<string, string>): (name: string) => string | undefined {
  return (name) => env[name]
}
