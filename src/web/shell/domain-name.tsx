import { Fragment } from 'react'

/** A domain that may break after its dots, because narrow columns leave no other place. */
export function DomainName({ children }: { children: string }) {
  return children.split('.').map((label, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the labels of a domain never move
    <Fragment key={index}>
      {index > 0 && (
        <>
          .<wbr />
        </>
      )}
      {label}
    </Fragment>
  ))
}
