/** A refusal in a few words, by its status; 0 is no answer at all. */
export function headlineOf(status: number): string {
  if (status === 0) return 'No answer.'
  if (status === 404) return 'Not found.'
  if (status === 400) return 'Not understood.'
  if (status === 401 || status === 403) return 'A key is needed.'
  if (status === 429) return 'Too many requests.'
  return 'Out of service.'
}

/** Whether asking the same again may help. */
export function canRetry(status: number): boolean {
  return status !== 400 && status !== 401 && status !== 403 && status !== 404
}

/** The page beside this one that has another name at its end. */
export function siblingPage(path: string, name: string): string {
  return `${path.slice(0, path.lastIndexOf('/'))}/${encodeURIComponent(name)}`
}
