const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/**
 * O-01: identifies a dismissed text on a device; a changed text gets a new key. FNV-1a, because browser and server need
 * the same short key synchronously, and collisions are harmless.
 */
export function bannerKey(text: string): string {
  let hash = FNV_OFFSET
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME)
  return (hash >>> 0).toString(36)
}
