/** Those that only the formats themselves name; what pages tell of is in `domain/machine-paths.ts`. */
export const CSAF_PUBLIC_KEY_PATH = '/.well-known/csaf/openpgp/public_key.asc'
