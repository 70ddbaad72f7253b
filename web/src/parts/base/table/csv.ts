// Files that a page makes, handed to the browser.

/** Hands a file to the browser's downloads. */
export function saveFile(name: string, content: string | Uint8Array<ArrayBuffer>, type = 'text/csv'): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
