/** Plain words in which what stands between `ticks` is code, as the contract's descriptions are written. */
export function Ticked({ children }: { children: string }) {
  return children.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  )
}
