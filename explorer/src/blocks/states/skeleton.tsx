import type { ReactNode } from 'react'

/**
 * Rows of a table, a height, or a chart with as much room for names as it has when drawn. Where the
 * length is not known before (open-ended), what is below is shown with the response.
 */
export type Shape =
  | { readonly rows: number; readonly isOpenEnded?: boolean }
  | { readonly height: number }
  | { readonly plotHeight: number; readonly hasNames: boolean }

/** The shape of what is awaited, so that nothing moves when it comes. */
export function Skeleton({ shape }: { shape: Shape }) {
  if ('rows' in shape)
    return (
      <div className={shape.isOpenEnded === true ? 'awaited-rows open-ended' : 'awaited-rows'}>
        <span className="for-readers">Loading</span>
        {Array.from({ length: shape.rows }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have nothing else
          <div key={index} className="awaited-row" />
        ))}
      </div>
    )
  const plot = (
    <div
      className="awaited"
      style={{ height: 'height' in shape ? shape.height : shape.plotHeight }}
    >
      <span className="for-readers">Loading</span>
    </div>
  )
  if ('height' in shape) return plot
  return <EmptyChart hasNames={shape.hasNames}>{plot}</EmptyChart>
}

/** The same parts as around a plot, empty: as high as a chart, so that what is below stays. */
export function EmptyChart({ hasNames, children }: { hasNames: boolean; children: ReactNode }) {
  return (
    <div className={hasNames ? 'chart with-names' : 'chart'}>
      <p className="readout" />
      {children}
      <div className="chart-foot" />
    </div>
  )
}
