/** Variables as the parts of the configuration read them. */
export function readFrom(env: Record<string, string>): (name: string) => string | undefined {
  return (name) => env[name]
}
