import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useAsOf, useOperation } from '../../api/request.ts'
import type { Search } from '../../lib/view-state.ts'
import {
  fromInputText,
  isoText,
  timestampText,
  toInputText,
  toSec,
  utcText,
} from '../../lib/writing.ts'
import { Button } from '../controls/button.tsx'
import { changesText, isOfNow, pastTimestamps } from './past-timestamps.ts'
import './time-machine.css'
import { AppLink } from '../../page/app-link.tsx'

/** Reads every page as it was known at a timestamp; the URL carries it. */
export function TimeMachine() {
  const asOf = useAsOf()
  const dialog = useRef<HTMLDialogElement>(null)
  const goTo = useAsOfNavigation()
  const [isOpen, setIsOpen] = useState(false)
  const choose = (sec: number | null) => {
    dialog.current?.close()
    goTo(sec)
  }
  const nowSec = Math.floor(Date.now() / 1000)
  const shown = toSec(asOf) ?? nowSec
  return (
    <>
      <button
        type="button"
        className={asOf === null ? 'as-of' : 'as-of past'}
        aria-keyshortcuts="t"
        onClick={() => {
          setIsOpen(true)
          dialog.current?.showModal()
        }}
      >
        <span className="wide">As known</span>{' '}
        <b>{asOf === null ? 'now' : `${timestampText(shown)}`}</b>
      </button>
      <dialog
        ref={dialog}
        className="time-machine"
        aria-label="Time machine"
        onClose={() => setIsOpen(false)}
      >
        <TimeForm {...{ shown, nowSec, isOpen }} onChoose={choose} />
      </dialog>
    </>
  )
}

function TimeForm(props: {
  shown: number
  nowSec: number
  isOpen: boolean
  onChoose(sec: number | null): void
}) {
  const { shown, nowSec, isOpen, onChoose } = props
  const field = useRef<HTMLInputElement>(null)
  return (
    <form method="dialog" onSubmit={() => onChoose(fromInputText(field.current?.value ?? ''))}>
      <h2>Read everything as it was known at</h2>
      <div className="row">
        <input
          ref={field}
          type="datetime-local"
          defaultValue={toInputText(shown)}
          max={toInputText(nowSec)}
          aria-label="Time, UTC"
        />
        <Button look="primary" type="submit">
          Go
        </Button>
      </div>
      <div className="row">
        <Button look="chip" onClick={() => onChoose(null)}>
          now
        </Button>
        {pastTimestamps(nowSec).map(({ name, sec }) => (
          <Button look="chip" key={name} onClick={() => onChoose(sec)}>
            {name}
          </Button>
        ))}
      </div>
      {isOpen && <RunSteps onChoose={onChoose} />}
      <p className="dim">
        Every page then shows what the service would have returned at that time, UTC. The URL holds
        it, so a link shows the same to everybody.
      </p>
    </form>
  )
}

/** Sets or removes the timestamp in the URL and stays on the page. */
export function useAsOfNavigation(): (sec: number | null) => void {
  const navigate = useNavigate()
  return (sec) => {
    void navigate({
      to: '.',
      search: (search: Search) => {
        const { asOf: _, ...rest } = search
        return sec === null ? rest : { ...rest, asOf: isoText(sec) }
      },
    })
  }
}

const MAX_RUNS = 8

/** The newest runs: what was known after each. */
function RunSteps({ onChoose }: { onChoose(sec: number): void }) {
  const { data } = useOperation(
    'listRuns',
    { limit: MAX_RUNS, state: 'committed' },
    { knowsPast: false },
  )
  if (data === undefined || data.body.length === 0) return null
  return (
    <>
      <h3>After a run</h3>
      <ul className="runs">
        {data.body.map(({ id, source, at }) => (
          <li key={id}>
            <button type="button" onClick={() => onChoose(Math.ceil(Date.parse(at) / 1000))}>
              Run {id}, {source}
              <span className="dim">{utcText(at)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

const MAX_LINES = 1_000

/** Says that the page shows the past, what was changed since, and how to come back. */
export function AsOfRibbon() {
  const asOf = useAsOf()
  const goTo = useAsOfNavigation()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const { data, error } = useOperation('listChains', asOf === null ? null : {})
  const changes = useOperation(
    'getRevisions',
    asOf === null || error?.status === 400
      ? null
      : { groupBy: 'run', order: 'desc', since: asOf, limit: MAX_LINES },
    { knowsPast: false },
  )
  if (asOf === null) return null
  return (
    <div className="ribbon" role="status">
      <span>
        <b>Data as it was known at {utcText(asOf).slice(0, 40)}</b>
        {data?.asOfRun != null && `, up to run ${data.asOfRun}`}
        {changes.data !== undefined &&
          `; ${changesText(changes.data.body, changes.data.nextPath !== null)}`}
        .{error?.status === 400 && ` ${error.message}`}
        {isOfNow(path) && <b> This page always shows the present.</b>}
      </span>
      <AppLink to="/revisions" search={{ since: asOf }} isOfNow>
        Show what changed
      </AppLink>
      <button type="button" onClick={() => goTo(null)}>
        Back to now
      </button>
    </div>
  )
}
