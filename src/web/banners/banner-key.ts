const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/**
 * O-01: by this a device knows the text that its reader has dismissed; another text has another key. FNV-1a, because
 * browser and server need the same short word at once, and nobody gains by two texts that share one.
 */
export function bannerKey(text: string): string {
  let hash = FNV_OFFSET
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME)
  return (hash >>> 0).toString(36)
}
