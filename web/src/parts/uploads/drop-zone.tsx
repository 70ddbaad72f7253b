import { FolderUp, Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Tile } from '../../ui/chip.tsx'
import { classes } from '../../ui/class-names.ts'
import { bytes } from '../../ui/format.ts'
import { fromFiles, fromPicker, fromTransfer, type Gathered } from './gather.ts'

/** Opens the browser's choice of files, or of a folder. The input element is the way where the picker gives no handles, and for tests. */
export function useChoosing(add: (given: Gathered | undefined) => Promise<void>) {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const taken = (input: HTMLInputElement) => {
    void add(fromFiles(input.files ?? []))
    input.value = ''
  }
  return {
    chooseFiles: () => {
      void fromPicker().then((given) => (given ? add(given) : files.current?.click()))
    },
    chooseFolder: () => folder.current?.click(),
    inputs: (
      <>
        <input ref={files} type="file" multiple hidden aria-hidden data-choose="files" onChange={(event) => taken(event.currentTarget)} />
        <input
          ref={(element) => {
            folder.current = element
            element?.setAttribute('webkitdirectory', '')
          }}
          type="file"
          hidden
          aria-hidden
          data-choose="folder"
          onChange={(event) => taken(event.currentTarget)}
        />
      </>
    ),
  }
}

/** Files dropped anywhere on the page or pasted are taken; true while some are held over it. */
export function useDropAnywhere(add: (given: Gathered | undefined) => Promise<void>): boolean {
  const [over, setOver] = useState(false)
  const taking = useRef(add)
  useEffect(() => {
    taking.current = add
  })
  useEffect(() => {
    let inside = 0
    const end = new AbortController()
    const on = <K extends keyof DocumentEventMap>(name: K, act: (event: DocumentEventMap[K]) => void) =>
      document.addEventListener(name, act, { signal: end.signal })
    const has = (data: DataTransfer | null) => data?.types.includes('Files') ?? false
    on('dragenter', ({ dataTransfer }) => {
      if (!has(dataTransfer)) return
      inside++
      setOver(true)
    })
    on('dragleave', ({ dataTransfer }) => {
      if (has(dataTransfer) && --inside <= 0) setOver(false)
    })
    on('dragover', (event) => {
      if (has(event.dataTransfer)) event.preventDefault()
    })
    on('drop', (event) => {
      inside = 0
      setOver(false)
      if (!has(event.dataTransfer) || document.querySelector('[role=dialog]')) return
      event.preventDefault()
      void fromTransfer(event.dataTransfer!).then((given) => taking.current(given))
    })
    on('paste', (event) => {
      const data = event.clipboardData
      if (!data?.files.length || document.querySelector('[role=dialog]')) return
      event.preventDefault()
      void fromTransfer(data).then((given) => taking.current(given))
    })
    return () => end.abort()
  }, [])
  return over
}

export function DropZone({
  over,
  largest,
  onFiles,
  onFolder,
}: {
  over: boolean
  largest?: number | undefined
  onFiles: () => void
  onFolder: () => void
}) {
  const t = useTexts('upload')
  return (
    <div
      className={classes(
        'flex max-w-[520px] flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-dashed p-5 max-tablet:max-w-none',
        over ? 'border-accent bg-accent-soft' : 'border-line-strong',
      )}
    >
      <Tile tone="accent" icon={Upload} size={40} />
      <div className="min-w-56 flex-1">
        <p className="text-body font-medium">{t('dropHere')}</p>
        <p className="text-small text-text-2">{largest ? t('dropHereHelp', { limit: bytes(largest) }) : ''}</p>
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
