/** Text with code between backticks, as in the descriptions of the contract. */
export function Ticked({ children }: { children: string }) {
  return children.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  )
}
