// The ways to add files: the browser's picker, drag and drop anywhere on the page, pasting, and the drop zone.
import { FolderUp, Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Tile } from '../../../ui/marks/chip.tsx'
import { classes } from '../../../ui/class-names.ts'
import { bytes } from '../../../ui/format.ts'
import { fromFiles, fromPicker, fromTransfer, type FileCollection } from './file-collection.ts'

/** Opens the browser's picker of files or of a folder. Without a picker that gives handles, and in tests, an input element does it. */
export function useFileChooser(add: (files: FileCollection | undefined) => Promise<void>) {
  const fileInput = useRef<HTMLInputElement>(null)
  const folderInput = useRef<HTMLInputElement>(null)
  const addPicked = (input: HTMLInputElement) => {
    void add(fromFiles(input.files ?? []))
    input.value = ''
  }
  return {
    chooseFiles: () => {
      void fromPicker().then((files) => (files ? add(files) : fileInput.current?.click()))
    },
    chooseFolder: () => folderInput.current?.click(),
    inputs: (
      <>
        <input
          ref={fileInput}
          type="file"
          multiple
          hidden
          aria-hidden
          data-choose="files"
          onChange={(event) => addPicked(event.currentTarget)}
        />
        <input
          ref={(element) => {
            folderInput.current = element
            element?.setAttribute('webkitdirectory', '')
          }}
          type="file"
          hidden
          aria-hidden
          data-choose="folder"
          onChange={(event) => addPicked(event.currentTarget)}
        />
      </>
    ),
  }
}

/** Milliseconds without a word of the browser after which nothing is dragged over the page any more; Firefox speaks every 350. */
const dragPauseMs = 700

/** Adds files dropped anywhere on the page or pasted; true while files are dragged over it. */
export function useDropAnywhere(add: (files: FileCollection | undefined) => Promise<void>): boolean {
  const [isDragOver, setDragOver] = useState(false)
  const latestAdd = useRef(add)
  useEffect(() => {
    latestAdd.current = add
  })
  useEffect(() => {
    // Leaving is not counted: elements that are replaced under the pointer never report it.
    let timer: ReturnType<typeof setTimeout> | undefined
    const over = (isOver: boolean) => {
      clearTimeout(timer)
      if (isOver) timer = setTimeout(() => setDragOver(false), dragPauseMs)
      setDragOver(isOver)
    }
    const ended = new AbortController()
    const listen = <K extends keyof DocumentEventMap>(name: K, listener: (event: DocumentEventMap[K]) => void) =>
      document.addEventListener(name, listener, { signal: ended.signal })
    const hasFiles = (data: DataTransfer | null) => data?.types.includes('Files') ?? false
    listen('dragenter', ({ dataTransfer }) => {
      if (hasFiles(dataTransfer)) over(true)
    })
    listen('dragover', (event) => {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      over(true)
    })
    listen('drop', (event) => {
      over(false)
      if (!hasFiles(event.dataTransfer) || document.querySelector('[role=dialog]')) return
      event.preventDefault()
      void fromTransfer(event.dataTransfer!).then((files) => latestAdd.current(files))
    })
    listen('paste', (event) => {
      const data = event.clipboardData
      if (!data?.files.length || document.querySelector('[role=dialog]')) return
      event.preventDefault()
      void fromTransfer(data).then((files) => latestAdd.current(files))
    })
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [])
  return isDragOver
}

export function DropZone({
  isDragOver,
  largest,
  onFiles,
  onFolder,
}: {
  isDragOver: boolean
  largest?: number | undefined
  onFiles: () => void
  onFolder: () => void
}) {
  const t = useTexts('upload')
  return (
    <div
      className={classes(
        'flex max-w-[520px] flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-dashed p-5 max-tablet:max-w-none',
        isDragOver ? 'border-accent bg-accent-soft' : 'border-line-strong',
      )}
    >
      <Tile tone="accent" icon={Upload} size={40} onTint={isDragOver} />
      <div className="min-w-56 flex-1">
        <p className="text-body font-medium">{t('dropHere')}</p>
        {/* as high before the limit is known */}
        <p className="min-h-[1lh] text-small text-text-2">{largest ? t('dropHereHelp', { limit: bytes(largest) }) : ''}</p>
        <p className="mt-1 flex flex-wrap gap-x-4">
          <Button variant="link" icon={Upload} onClick={onFiles}>
            {t('chooseFiles')}
          </Button>
          <Button variant="link" icon={FolderUp} onClick={onFolder}>
            {t('chooseFolder')}
          </Button>
        </p>
      </div>
    </div>
  )
}
