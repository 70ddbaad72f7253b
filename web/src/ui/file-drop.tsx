// Where files are dropped or chosen. The button is the way by keyboard; dropping works on the whole frame. Checking names, sizes and
// types is the page's business: it gets the files as they are.
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from './button.tsx'
import { classes } from './class-names.ts'
import { Tile } from './chip.tsx'

export function FileDrop({
  title,
  help,
  buttonLabel,
  accept,
  multiple = true,
  onFiles,
}: {
  title: string
  help: string
  buttonLabel: string
  /** As of the input element: ".pdf,video/*". */
  accept?: string
  multiple?: boolean
  onFiles: (files: File[]) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
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
        if (files.length) onFiles(multiple ? files : files.slice(0, 1))
      }}
      className={classes(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-dashed p-5',
        over ? 'border-accent bg-accent-soft' : 'border-line-strong',
      )}
    >
      <Tile tone="accent" icon={Upload} size={40} />
      <div className="min-w-40 flex-1">
        <p className="text-body font-medium">{title}</p>
        <p className="text-small text-text-2">{help}</p>
      </div>
      <Button icon={Upload} onClick={() => input.current?.click()}>
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
