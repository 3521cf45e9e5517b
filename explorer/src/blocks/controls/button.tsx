import type { ComponentProps } from 'react'

/** A button that does something, as its style sheet has it. */
export function Button({
  look = 'action',
  ...rest
}: ComponentProps<'button'> & { readonly look?: 'action' | 'chip' | 'link' | 'primary' }) {
  return <button type="button" className={look} {...rest} />
}

/** Fields in a row that are sent together. */
export function Form({ onSend, ...rest }: ComponentProps<'form'> & { onSend(): void }) {
  return (
    <form
      className="filters"
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
      {...rest}
    />
  )
}
