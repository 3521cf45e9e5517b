import { Command } from './command.tsx'

/** An empty answer: what would be there, and the command that fills it. */
export function NothingStored({ title, fill }: { title: string; fill: string | undefined }) {
  return (
    <>
      <p>{title}: nothing is stored yet.</p>
      {fill !== undefined && (
        <>
          <p>This fills it:</p>
          <Command>{fill}</Command>
        </>
      )}
      <p>Or copy what another service has:</p>
      <Command>{'almanac mirror <address>'}</Command>
    </>
  )
}
