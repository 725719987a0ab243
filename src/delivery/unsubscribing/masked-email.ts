const CHARACTERS_SHOWN = 2

/** To be recognised by its owner, not by whoever a message was passed on to. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const name = [...email.slice(0, at)]
  const shown = name.slice(0, Math.min(CHARACTERS_SHOWN, name.length - 1))
  return `${shown.join('')}…${email.slice(at)}`
}
