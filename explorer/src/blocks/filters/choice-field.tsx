/** One of many by name, or all. */
export function ChoiceField({
  label,
  all,
  options,
  value,
  onChange,
}: {
  label: string
  all: string
  options: readonly string[]
  value: string
  onChange(value: string): void
}) {
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </select>
  )
}
