/** Opens the rows below a row; → and ← do the same where the row has the focus. */
export function RowOpener(props: { name: string; isOpen: boolean; onToggle(): void }) {
  const { name, isOpen, onToggle } = props
  return (
    <button
      type="button"
      className="row-opener"
      aria-expanded={isOpen}
      aria-label={`Parts of ${name}`}
      onClick={onToggle}
    >
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
        <path d="M4 2.5 8 6 4 9.5" fill="none" stroke="currentColor" strokeWidth="1.4" />
      </svg>
    </button>
  )
}
