import { type ReactNode, useId } from 'react'
import { type ApiResponse, ResponsePath, type ResponseState } from '../../api/response.ts'
import { BlockId, blockId, useIsShown } from '../embed/embedded.ts'
import { ExportActions, type ExportActionsProps } from '../export/export-actions.tsx'
import { Boundary } from './boundary.tsx'
import { Refusal } from './refusal.tsx'
import { type Shape, Skeleton } from './skeleton.tsx'
import { coverageText, moreText } from './words.ts'

export interface BlockProps<T> {
  readonly title?: string
  /** Beside the title, in words. */
  readonly note?: ReactNode
  readonly actions?: ReactNode
  /** What it shows as a file, as soon as there is something to take. */
  readonly exports?: Omit<ExportActionsProps, 'path'> | false | undefined
  readonly asked: ResponseState<T>
  /** Shape of what is awaited: rows of a table, or the height of a chart. */
  readonly shape: Shape
  /** Controls that need no response: there from the start, so that nothing moves. */
  readonly tools?: ReactNode
  /** What to say when the response holds nothing. */
  readonly empty?: { when(body: T): boolean; say: ReactNode }
  children(body: T, response: ApiResponse<T>): ReactNode
}

/** A section of a page fed by one response: awaited, refused, empty, stale or there. */
export function Block<T>({ title, note, actions, exports, asked, ...rest }: BlockProps<T>) {
  const id = useId()
  const block = blockId(title ?? '')
  const isShown = useIsShown(block)
  const content = (
    <Boundary>
      <Content asked={asked} {...rest} />
    </Boundary>
  )
  if (title === undefined) return content
  if (!isShown) return null
  const isOpenEnded = asked.isPending && 'isOpenEnded' in rest.shape && rest.shape.isOpenEnded
  return (
    <section
      className={isOpenEnded === true ? 'block open-ended' : 'block'}
      data-block={block}
      aria-labelledby={id}
    >
      <header className="section-head">
        <h2 id={id}>{title}</h2>
        {note !== undefined && <span className="note">{note}</span>}
        {asked.data !== undefined && <Coverage response={asked.data} />}
        {(actions !== undefined || exports !== undefined) && (
          <div className="actions">
            {actions}
            {exports && <ExportActions {...exports} path={asked.data?.path} />}
          </div>
        )}
      </header>
      <BlockId value={block}>{content}</BlockId>
    </section>
  )
}

function Content<T>(
  props: Pick<BlockProps<T>, 'asked' | 'shape' | 'tools' | 'empty' | 'children'>,
) {
  const { asked, shape, tools, empty, children } = props
  const { data, error, isPlaceholderData, refetch } = asked
  if (data === undefined && error !== null)
    return <Refusal error={error} onRetry={() => void refetch()} />
  return (
    <>
      {tools !== undefined && <div className="filters">{tools}</div>}
      {data === undefined ? (
        <Skeleton shape={shape} />
      ) : (
        <div
          className={isPlaceholderData ? 'content waits' : 'content'}
          aria-busy={isPlaceholderData}
        >
          {error !== null && (
            <Refusal error={error} lastGoodMs={data.receivedMs} onRetry={() => void refetch()} />
          )}
          {empty?.when(data.body) === true ? (
            <div className="empty">{empty.say}</div>
          ) : (
            <ResponsePath value={data.path}>{children(data.body, data)}</ResponsePath>
          )}
        </div>
      )}
    </>
  )
}

/** What a response lacks, where the service says so. */
function Coverage({ response }: { response: ApiResponse<unknown> }) {
  const lacks = coverageText(response.coverage)
  const more = moreText(response.part)
  return (
    <>
      {lacks !== null && response.coverage !== null && (
        <span className="coverage">
          {lacks}
          <meter min={0} max={1} value={response.coverage} aria-label="Coverage" />
        </span>
      )}
      {more !== null && <span className="coverage">{more}</span>}
    </>
  )
}
