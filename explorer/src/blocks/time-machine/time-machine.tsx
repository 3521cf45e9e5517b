import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { fromInputText, momentText, toInputText, toSec } from '../../lib/times.ts'
import { useAsOf } from '../../page/use-as-of.ts'
import { pastMoments } from './past-moments.ts'
import { RunSteps } from './run-steps.tsx'
import './time-machine.css'

/** Reads every page as it was known at a moment; the address carries it. */
export function TimeMachine() {
  const asOf = useAsOf()
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
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
        <b>{asOf === null ? 'now' : `${momentText(shown)}`}</b>
      </button>
      <dialog
        ref={dialog}
        className="time-machine"
        aria-label="Time machine"
        onClose={() => setIsOpen(false)}
      >
        <form method="dialog" onSubmit={() => choose(fromInputText(field.current?.value ?? ''))}>
          <h2>Read everything as it was known at</h2>
          <div className="row">
            <input
              ref={field}
              type="datetime-local"
              defaultValue={toInputText(shown)}
              max={toInputText(nowSec)}
              aria-label="Time, UTC"
            />
            <button type="submit" className="primary">
              Go
            </button>
          </div>
          <div className="row">
            <button type="button" className="chip" onClick={() => choose(null)}>
              now
            </button>
            {pastMoments(nowSec).map(({ name, sec }) => (
              <button key={name} type="button" className="chip" onClick={() => choose(sec)}>
                {name}
              </button>
            ))}
          </div>
          {isOpen && <RunSteps onChoose={choose} />}
          <p className="dim">
            Every page then shows what the service would have answered at that moment, UTC. The
            address keeps it, so a link shows the same to everybody.
          </p>
        </form>
      </dialog>
    </>
  )
}

/** Sets or removes the moment in the address and stays on the page. */
export function useAsOfNavigation(): (sec: number | null) => void {
  const navigate = useNavigate()
  return (sec) => {
    void navigate({
      to: '.',
      search: ((search: Record<string, string>) => {
        const { asOf: _, ...rest } = search
        return sec === null ? rest : { ...rest, asOf: new Date(sec * 1000).toISOString() }
      }) as never,
    })
  }
}
