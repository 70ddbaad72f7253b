// The area where files are dropped, pasted or chosen. The button serves the keyboard; dropping works on the whole frame, pasting anywhere
// outside text fields. The caller checks names, sizes and types.
import { Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { classes } from '../class-names.ts'
import { Tile } from '../marks/chip.tsx'

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
  /** Neither where the button says it all. */
  title?: string
  help?: string
  buttonLabel: string
  /** The `accept` of the input element: ".pdf,video/*". */
  accept?: string
  multiple?: boolean
  /** While a chosen file is being checked: the button shows a spinner. */
  busy?: boolean
  error?: string | undefined
  onFiles: (files: File[]) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [isDragOver, setDragOver] = useState(false)
  const latestOnFiles = useRef(onFiles)
  latestOnFiles.current = (files) => onFiles(multiple ? files : files.slice(0, 1))
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      const inTextField = event.target instanceof Element && event.target.closest('input, textarea, [contenteditable=true]')
      if (files.length === 0 || inTextField) return
      event.preventDefault()
      latestOnFiles.current(files)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the pointer's way; the button inside is everybody's
    <div
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes('Files')) {
          event.preventDefault()
          setDragOver(true)
        }
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setDragOver(false)
        const files = [...event.dataTransfer.files]
        if (files.length) latestOnFiles.current(files)
      }}
      className={classes(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-dashed p-5',
        isDragOver ? 'border-accent bg-accent-soft' : error ? 'border-bad' : 'border-line-strong',
      )}
    >
      <Tile tone="accent" icon={Upload} size={40} onTint={isDragOver} />
      {(title || help || error) && (
        <div className="min-w-40 flex-1">
          {title && <p className="text-body font-medium">{title}</p>}
          {help && <p className="text-small text-text-2">{help}</p>}
          {error && (
            <p role="alert" className="mt-1 text-caption text-bad-text">
              {error}
            </p>
          )}
        </div>
      )}
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
