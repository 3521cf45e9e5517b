/** The shape of what is awaited, so that nothing moves when it comes. */
export function Skeleton({ shape }: { shape: { rows: number } | { height: number } }) {
  if ('height' in shape)
    return (
      <div className="awaited" style={{ height: shape.height }}>
        <span className="for-readers">Loading</span>
      </div>
    )
  return (
    <div className="awaited-rows">
      <span className="for-readers">Loading</span>
      {Array.from({ length: shape.rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have nothing else
        <div key={index} className="awaited-row" />
      ))}
    </div>
  )
}
