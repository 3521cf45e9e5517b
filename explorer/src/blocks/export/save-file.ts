/** Hands a file to the browser's downloads. */
export function saveFile(name: string, type: string, content: string | Blob | ArrayBuffer): void {
  const blob = content instanceof Blob ? content : new Blob([content], { type })
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has begun by then; the memory can go.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
