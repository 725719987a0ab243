import { Fault } from '../http/faults.ts'

/** What is wrong by field, by the names of the wire; the first of it also stands above the form. */
export function wrongFields(errors: Readonly<Record<string, string | undefined>>): Fault {
  const named = Object.entries(errors).filter((error): error is [string, string] => error[1] !== undefined)
  const [first] = named
  return new Fault('wrong-input', {
    ...(first !== undefined && { message: first[1] }),
    errors: Object.fromEntries(named),
  })
}
