// Column of page thumbnails, rendered when near the viewport; a click opens the page.
import { type RefObject, useEffect, useRef } from 'react'
import { classes } from '../../ui/class-names.ts'
import type { PDFDocumentProxy, RenderTask } from './open-pdf.ts'
import { useNearViewport } from './use-near-viewport.ts'

const width = 104

export function Thumbnails({
  doc,
  sizes,
  page,
  rotation,
  label,
  labelOf,
  onGo,
}: {
  doc: PDFDocumentProxy
  sizes: readonly { width: number; height: number }[]
  page: number
  rotation: number
  label: string
  labelOf: (page: number) => string
  onGo: (page: number) => void
}) {
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (current && list.current) list.current.scrollTop = current.offsetTop - list.current.clientHeight / 2
  }, [page])
  return (
    <nav
      ref={list}
      aria-label={label}
      className="relative flex w-[136px] shrink-0 flex-col items-center gap-2 overflow-y-auto border-r border-line bg-surface py-3 max-tablet:hidden"
    >
      {sizes.map((size, index) => (
        <button
          key={index}
          type="button"
          aria-label={labelOf(index + 1)}
          aria-current={page === index + 1 ? 'page' : undefined}
          onClick={() => onGo(index + 1)}
          className={classes('shrink-0 rounded-mark border-2 bg-[#fff]', page === index + 1 ? 'border-accent' : 'border-line')}
          style={{ width: width + 4, height: Math.round((size.height / size.width) * width) + 4 }}
        >
          <Thumbnail doc={doc} number={index + 1} rotation={rotation} root={list} />
        </button>
      ))}
    </nav>
  )
}

function Thumbnail({
  doc,
  number,
  rotation,
  root,
}: {
  doc: PDFDocumentProxy
  number: number
  rotation: number
  root: RefObject<HTMLElement | null>
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const near = useNearViewport(canvas, root, 200)
  useEffect(() => {
    if (!near) return
    let renderTask: RenderTask | undefined
    let alive = true
    void (async () => {
      const page = await doc.getPage(number)
      const angle = (page.rotate + rotation) % 360
      const viewport = page.getViewport({ scale: (width * 1.5) / page.getViewport({ scale: 1, rotation: angle }).width, rotation: angle })
      if (!alive || !canvas.current) return
      canvas.current.width = Math.floor(viewport.width)
      canvas.current.height = Math.floor(viewport.height)
      renderTask = page.render({ canvas: canvas.current, viewport })
      await renderTask.promise
    })().catch(() => {
      // cancelled, or broken: the thumbnail stays white
    })
    return () => {
      alive = false
      renderTask?.cancel()
    }
  }, [doc, number, rotation, near])
  return <canvas ref={canvas} aria-hidden className="size-full" />
}
