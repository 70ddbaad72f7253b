// Where files are dropped, pasted or chosen. The button is the way by keyboard; dropping works on the whole frame, pasting wherever nothing
// is being written. Checking names, sizes and
// types is the page's business: it gets the files as they are.
import { Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { classes } from './class-names.ts'
import { Tile } from './chip.tsx'

export function FileDrop({
  title,
  help,
  buttonLabel,
  accept,
  multiple = true,
  busy = false,
  error,
  onFiles,
}: {
  title: string
  help: string
  buttonLabel: string
  /** As of the input element: ".pdf,video/*". */
  accept?: string
  multiple?: boolean
  /** While a chosen file is being looked at: the button turns. */
  busy?: boolean
  error?: string | undefined
  onFiles: (files: File[]) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = useRef(onFiles)
  take.current = (files) => onFiles(multiple ? files : files.slice(0, 1))
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      const writing = event.target instanceof Element && event.target.closest('input, textarea, [contenteditable=true]')
      if (files.length === 0 || writing) return
      event.preventDefault()
      take.current(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the pointer's way; the button inside is everybody's
    <div
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes('Files')) {
          event.preventDefault()
          setOver(true)
        }
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const files = [...event.dataTransfer.files]
        if (files.length) take.current(files)
      }}
      className={classes(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-dashed p-5',
        over ? 'border-accent bg-accent-soft' : error ? 'border-bad' : 'border-line-strong',
      )}
    >
      <Tile tone="accent" icon={Upload} size={40} onTint={over} />
      <div className="min-w-40 flex-1">
        <p className="text-body font-medium">{title}</p>
        <p className="text-small text-text-2">{help}</p>
        {error && (
          <p role="alert" className="mt-1 text-caption text-bad-text">
            {error}
          </p>
        )}
      </div>
      <Button icon={Upload} busy={busy} onClick={() => input.current?.click()}>
        {buttonLabel}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        hidden
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          if (files.length) onFiles(files)
        }}
      />
    </div>
  )
}
