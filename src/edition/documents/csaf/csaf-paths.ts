/** Paths used only by the format itself. Those that pages link to are in `domain/machine-paths.ts`. */
export const CSAF_PUBLIC_KEY_PATH = '/.well-known/csaf/openpgp/public_key.asc'
