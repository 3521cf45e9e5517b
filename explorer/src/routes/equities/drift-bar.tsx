const WIDTH = 92
const HEIGHT = 12
const MAX_DAYS = 20

/** How far an estimated date may be off, as a bar about it. */
export function DriftBar({ days }: { days: number | null }) {
  if (days === null) return <span className="faint">—</span>
  const half = (Math.min(days, MAX_DAYS) / MAX_DAYS) * (WIDTH / 2 - 2)
  const [middle, y] = [WIDTH / 2, HEIGHT / 2]
  return (
    <>
      <svg className="drift" width={WIDTH} height={HEIGHT} aria-hidden="true">
        <path d={`M${middle - half} ${y}H${middle + half}`} />
        <path className="middle" d={`M${middle} 1V${HEIGHT - 1}`} />
      </svg>{' '}
      ± {days} d
    </>
  )
}
